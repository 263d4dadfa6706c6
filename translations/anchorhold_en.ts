<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n month(s) ago</source>
        <translation>
            <numerusform>%n month ago</numerusform>
            <numerusform>%n months ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n year(s) ago</source>
        <translation>
            <numerusform>%n year ago</numerusform>
            <numerusform>%n years ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::Inspector</name>
    <message numerus="yes">
        <source>%n time(s), last %1</source>
        <translation>
            <numerusform>%n time, last %1</numerusform>
            <numerusform>%n times, last %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>History (%n earlier version(s))</source>
        <translation>
            <numerusform>History (%n earlier version)</numerusform>
            <numerusform>History (%n earlier versions)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n memory(s) selected</source>
        <translation>
            <numerusform>%n memory selected</numerusform>
            <numerusform>%n memories selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %n memory(s)</source>
        <translation>
            <numerusform>Forget %n memory</numerusform>
            <numerusform>Forget %n memories</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoriesView</name>
    <message numerus="yes">
        <source>%Ln result(s)</source>
        <translation>
            <numerusform>%Ln result</numerusform>
            <numerusform>%Ln results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(s) moved to the trash</source>
        <translation>
            <numerusform>%Ln memory moved to the trash</numerusform>
            <numerusform>%Ln memories moved to the trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoryEditor</name>
    <message numerus="yes">
        <source>forget %n memory(s)</source>
        <translation>
            <numerusform>forget %n memory</numerusform>
            <numerusform>forget %n memories</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoryForm</name>
    <message numerus="yes">
        <source>%1 – %n character(s) too many</source>
        <translation>
            <numerusform>%1 – %n character too many</numerusform>
            <numerusform>%1 – %n characters too many</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::TopicRow</name>
    <message numerus="yes">
        <source>%1, %Ln memory(s)</source>
        <translation>
            <numerusform>%1, %Ln memory</numerusform>
            <numerusform>%1, %Ln memories</numerusform>
        </translation>
    </message>
</context>
</TS>
