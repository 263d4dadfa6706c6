<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>Words</name>
    <message>
        <source>Fact</source>
        <translation>사실</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>결정</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>선호</translation>
    </message>
    <message>
        <source>Procedure</source>
        <translation>절차</translation>
    </message>
    <message>
        <source>Relation</source>
        <translation>관계</translation>
    </message>
    <message>
        <source>Episode</source>
        <translation>사건</translation>
    </message>
    <message>
        <source>Observed</source>
        <translation>관찰</translation>
    </message>
    <message>
        <source>Inferred</source>
        <translation>추론</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>검증</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>기각</translation>
    </message>
    <message>
        <source>related to</source>
        <translation>관련</translation>
    </message>
    <message>
        <source>caused by</source>
        <translation>원인</translation>
    </message>
    <message>
        <source>causes</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>resolved by</source>
        <translation>해결책</translation>
    </message>
    <message>
        <source>resolves</source>
        <translation>해결한 문제</translation>
    </message>
    <message>
        <source>part of</source>
        <translation>상위</translation>
    </message>
    <message>
        <source>contains</source>
        <translation>하위</translation>
    </message>
    <message>
        <source>contradicts</source>
        <translation>모순</translation>
    </message>
    <message>
        <source>superseded by</source>
        <translation>대체한 기억</translation>
    </message>
    <message>
        <source>supersedes</source>
        <translation>대체된 기억</translation>
    </message>
    <message>
        <source>recalled together with</source>
        <translation>함께 회상됨</translation>
    </message>
    <message>
        <source>before</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>after</source>
        <translation>이후</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>방금</translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n분 전</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n시간 전</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n일 전</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n month(s) ago</source>
        <translation>
            <numerusform>%n개월 전</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n year(s) ago</source>
        <translation>
            <numerusform>%n년 전</numerusform>
        </translation>
    </message>
    <message>
        <source>an agent with its own key</source>
        <translation>자체 키를 쓰는 에이전트</translation>
    </message>
    <message>
        <source>the master key</source>
        <translation>마스터 키</translation>
    </message>
</context>
<context>
    <name>hub::Application</name>
    <message>
        <source>Anchorhold could not start.</source>
        <translation>Anchorhold를 시작할 수 없습니다.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>hub::Tray</name>
    <message>
        <source>Agents can still reach the hub. Quit it from this menu.</source>
        <translation>에이전트는 계속 허브를 쓸 수 있습니다. 끝내려면 이 메뉴를 이용하십시오.</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Agents cannot reach the hub</source>
        <translation>에이전트가 허브에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>시작하는 중</translation>
    </message>
    <message>
        <source>Open Anchorhold</source>
        <translation>Anchorhold 열기</translation>
    </message>
    <message>
        <source>New memory…</source>
        <translation>새 기억…</translation>
    </message>
    <message>
        <source>Connect an agent…</source>
        <translation>에이전트 연결…</translation>
    </message>
    <message>
        <source>Copy server address</source>
        <translation>서버 주소 복사</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>끝내기</translation>
    </message>
</context>
<context>
    <name>hub::ui::AboutDialog</name>
    <message>
        <source>About Anchorhold</source>
        <translation>Anchorhold 정보</translation>
    </message>
    <message>
        <source>Version %1, with Qt %2</source>
        <translation>버전 %1, Qt %2</translation>
    </message>
    <message>
        <source>Keeps what your agents learn, on this computer.</source>
        <translation>에이전트가 배운 것을 이 컴퓨터에 간직합니다.</translation>
    </message>
    <message>
        <source>Free software under the GNU General Public License, version 3 or later.</source>
        <translation>GNU 일반 공중 사용 허가서(GPL) 버전 3 이상을 따르는 자유 소프트웨어입니다.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>hub::ui::ConnectDialog</name>
    <message>
        <source>Run this in a terminal:</source>
        <translation>터미널에서 다음을 실행하십시오.</translation>
    </message>
    <message>
        <source>Add this to %1:</source>
        <translation>%1에 다음을 추가하십시오.</translation>
    </message>
    <message>
        <source>Address of the server (Streamable HTTP), and the header to send:</source>
        <translation>서버 주소(Streamable HTTP)와 함께 보낼 헤더입니다.</translation>
    </message>
    <message>
        <source>YOUR-KEY</source>
        <extracomment>stands in a snippet where the key belongs</extracomment>
        <translation>여기에-키</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>복사됨</translation>
    </message>
    <message>
        <source>Welcome to Anchorhold</source>
        <translation>Anchorhold에 오신 것을 환영합니다</translation>
    </message>
    <message>
        <source>Connect an agent</source>
        <translation>에이전트 연결</translation>
    </message>
    <message>
        <source>Your agents forget. Anchorhold keeps what matters, on this computer. Every agent that you connect here can store memories and find them again.</source>
        <translation>에이전트는 잊어버립니다. Anchorhold는 중요한 것을 이 컴퓨터에 간직합니다. 여기에 연결한 에이전트는 기억을 저장하고 다시 찾을 수 있습니다.</translation>
    </message>
    <message>
        <source>Your master key</source>
        <translation>마스터 키</translation>
    </message>
    <message>
        <source>The key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Copy it now: it will not be shown again. It opens everything, so keep it to yourself.</source>
        <translation>지금 복사하십시오. 다시 표시되지 않습니다. 모든 것을 열 수 있는 키이므로 다른 사람에게 알리지 마십시오.</translation>
    </message>
    <message>
        <source>The master key was shown once, at the first start, and is not kept in readable form. Put it where the text below says YOUR-KEY.</source>
        <translation>마스터 키는 처음 시작할 때 한 번만 표시되며 읽을 수 있는 형태로 보관되지 않습니다. 아래 글에서 ‘여기에-키’라고 적힌 곳에 키를 넣으십시오.</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>숨기기</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>Copy key</source>
        <translation>키 복사</translation>
    </message>
    <message>
        <source>Tell your agent</source>
        <translation>연결할 에이전트</translation>
    </message>
    <message>
        <source>Another agent</source>
        <translation>다른 에이전트</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Master key</source>
        <translation>마스터 키</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>에이전트</translation>
    </message>
    <message>
        <source>Text for the agent</source>
        <translation>에이전트에 넣을 글</translation>
    </message>
    <message>
        <source>Copy the text for the agent</source>
        <translation>에이전트에 넣을 글 복사</translation>
    </message>
</context>
<context>
    <name>hub::ui::FilterBar</name>
    <message>
        <source>All types</source>
        <translation>모든 유형</translation>
    </message>
    <message>
        <source>All topics</source>
        <translation>모든 주제</translation>
    </message>
    <message>
        <source>All workspaces</source>
        <translation>모든 작업 공간</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>a name, and how many memories carry it</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Type: %1</source>
        <translation>유형: %1</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Topic: %1</source>
        <translation>주제: %1</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>주제</translation>
    </message>
    <message>
        <source>Workspace: %1</source>
        <translation>작업 공간: %1</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>작업 공간</translation>
    </message>
    <message>
        <source>Anchors</source>
        <translation>앵커</translation>
    </message>
    <message>
        <source>With superseded</source>
        <translation>대체된 기억 포함</translation>
    </message>
    <message>
        <source>Clear filters</source>
        <translation>필터 지우기</translation>
    </message>
    <message>
        <source>Only memories that are kept for good</source>
        <translation>영구히 보관하는 기억만</translation>
    </message>
    <message>
        <source>Also memories that a newer one has replaced</source>
        <translation>새 기억으로 대체된 기억도 함께</translation>
    </message>
</context>
<context>
    <name>hub::ui::Inspector</name>
    <message>
        <source>This memory could not be read.</source>
        <translation>이 기억을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>작업 공간</translation>
    </message>
    <message>
        <source>every workspace</source>
        <translation>모든 작업 공간</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>사례</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>Stored</source>
        <extracomment>by whom, and how long ago</extracomment>
        <translation>저장</translation>
    </message>
    <message>
        <source>by %1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Recalled</source>
        <translation>회상</translation>
    </message>
    <message numerus="yes">
        <source>%n time(s), last %1</source>
        <translation>
            <numerusform>%n번, 마지막은 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>never</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>대체됨</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Links (%1)</source>
        <translation>연결 (%1)</translation>
    </message>
    <message numerus="yes">
        <source>History (%n earlier version(s))</source>
        <translation>
            <numerusform>이력 (이전 버전 %n개)</numerusform>
        </translation>
    </message>
    <message>
        <source>until %1</source>
        <extracomment>how long ago</extracomment>
        <translation>%1까지</translation>
    </message>
    <message>
        <source>Take this version over into the text: %1</source>
        <translation>이 버전을 본문으로 가져오기: %1</translation>
    </message>
    <message>
        <source>A change was not saved.</source>
        <translation>저장하지 않은 변경이 있습니다.</translation>
    </message>
    <message>
        <source>Continue editing</source>
        <translation>계속 편집</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>세부 정보</translation>
    </message>
    <message>
        <source>Select a memory to read, change or forget it.</source>
        <translation>기억을 선택하면 읽고, 고치고, 잊을 수 있습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%n memory(s) selected</source>
        <translation>
            <numerusform>기억 %n개 선택됨</numerusform>
        </translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Save (Ctrl+Return)</source>
        <translation>저장 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Discard changes</source>
        <translation>변경 취소</translation>
    </message>
    <message>
        <source>Discard changes (Esc)</source>
        <translation>변경 취소 (Esc)</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>잊기</translation>
    </message>
    <message numerus="yes">
        <source>Forget %n memory(s)</source>
        <translation>
            <numerusform>기억 %n개 잊기</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>hub::ui::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;New memory…</source>
        <translation>새 기억(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Close window</source>
        <translation>창 닫기(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>Fin&amp;d</source>
        <translation>찾기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Sidebar words</source>
        <translation>사이드바 글자(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next area</source>
        <translation>다음 영역(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>새로 고침(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>테마(&amp;T)</translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation>시스템 설정(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>밝게(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>어둡게(&amp;D)</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>언어(&amp;A)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>전체 화면(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Service</source>
        <translation>서비스(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy server address</source>
        <translation>서버 주소 복사(&amp;C)</translation>
    </message>
    <message>
        <source>Connect an &amp;agent…</source>
        <translation>에이전트 연결(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>키보드 단축키(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Anchorhold</source>
        <translation>Anchorhold 정보(&amp;A)</translation>
    </message>
    <message>
        <source>Agents cannot reach the hub: %1</source>
        <extracomment>followed by the cause</extracomment>
        <translation>에이전트가 허브에 연결할 수 없습니다: %1</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>실행 취소(&amp;U): %1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>다시 실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>다시 실행(&amp;R): %1</translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoriesModel</name>
    <message>
        <source>%1, topic %2: %3</source>
        <translation>%1, 주제 %2: %3</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>기억</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>주제</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>중요도</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>사용</translation>
    </message>
    <message>
        <source>When</source>
        <translation>시각</translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoriesView</name>
    <message>
        <source>The search failed. The list shows what was there before.</source>
        <translation>검색하지 못했습니다. 목록에는 이전 결과가 남아 있습니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>The same text is stored already.</source>
        <translation>같은 내용이 이미 저장되어 있습니다.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln result(s)</source>
        <translation>
            <numerusform>결과 %Ln개</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing remembered yet</source>
        <translation>아직 기억이 없습니다</translation>
    </message>
    <message>
        <source>Connect an agent, or write the first memory yourself.</source>
        <translation>에이전트를 연결하거나 첫 기억을 직접 써 보십시오.</translation>
    </message>
    <message>
        <source>No memory matches</source>
        <translation>맞는 기억이 없습니다</translation>
    </message>
    <message>
        <source>Try other words, or take a filter off.</source>
        <translation>다른 말로 찾거나 필터를 하나 빼 보십시오.</translation>
    </message>
    <message>
        <source>Show more than anchors</source>
        <translation>앵커가 아닌 기억도 보기</translation>
    </message>
    <message>
        <source>Remove workspace: %1</source>
        <translation>작업 공간 빼기: %1</translation>
    </message>
    <message>
        <source>Remove topic: %1</source>
        <translation>주제 빼기: %1</translation>
    </message>
    <message>
        <source>Remove type: %1</source>
        <translation>유형 빼기: %1</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>검색어 지우기</translation>
    </message>
    <message numerus="yes">
        <source>%Ln memory(s) moved to the trash</source>
        <translation>
            <numerusform>기억 %Ln개를 휴지통으로 옮겼습니다</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>New memory</source>
        <translation>새 기억</translation>
    </message>
    <message>
        <source>Search by words or meaning</source>
        <translation>낱말이나 뜻으로 검색</translation>
    </message>
    <message>
        <source>Search memories</source>
        <translation>기억 검색</translation>
    </message>
    <message>
        <source>Memories found</source>
        <translation>찾은 기억</translation>
    </message>
    <message>
        <source>Show in inspector</source>
        <translation>세부 정보에서 보기</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Forget</source>
        <translation>잊기(&amp;F)</translation>
    </message>
    <message>
        <source>Copy as &amp;JSON</source>
        <translation>JSON으로 복사(&amp;J)</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Markdown으로 복사(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>세부 정보(&amp;I)</translation>
    </message>
    <message>
        <source>Show all memories</source>
        <translation>모든 기억 보기</translation>
    </message>
    <message>
        <source>Write a memory</source>
        <translation>기억 쓰기</translation>
    </message>
    <message>
        <source>Connect an agent</source>
        <translation>에이전트 연결</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>기억</translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoryEditor</name>
    <message>
        <source>This memory could not be stored.</source>
        <translation>이 기억을 저장할 수 없습니다.</translation>
    </message>
    <message>
        <source>new memory</source>
        <translation>새 기억</translation>
    </message>
    <message>
        <source>edit</source>
        <translation>편집</translation>
    </message>
    <message numerus="yes">
        <source>forget %n memory(s)</source>
        <translation>
            <numerusform>기억 %n개 잊기</numerusform>
        </translation>
    </message>
    <message>
        <source>The change could not be saved.</source>
        <translation>변경을 저장할 수 없습니다.</translation>
    </message>
    <message>
        <source>The same text is stored already.</source>
        <translation>같은 내용이 이미 저장되어 있습니다.</translation>
    </message>
    <message>
        <source>This could not be forgotten.</source>
        <translation>잊을 수 없습니다.</translation>
    </message>
    <message>
        <source>This could not be restored.</source>
        <translation>되돌릴 수 없습니다.</translation>
    </message>
    <message>
        <source>The same text was stored again meanwhile; the older one stays in the trash.</source>
        <translation>그사이 같은 내용이 다시 저장되어, 이전 기억은 휴지통에 남습니다.</translation>
    </message>
</context>
<context>
    <name>hub::ui::MemoryForm</name>
    <message>
        <source>%1 / %2</source>
        <extracomment>characters written, and how many fit</extracomment>
        <translation>%1 / %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 – %n character(s) too many</source>
        <translation>
            <numerusform>%1 – %n자 초과</numerusform>
        </translation>
    </message>
    <message>
        <source>Text of the memory</source>
        <translation>기억의 본문</translation>
    </message>
    <message>
        <source>One thing worth knowing, in one or two sentences</source>
        <translation>알아 둘 만한 것 하나를 한두 문장으로</translation>
    </message>
    <message>
        <source>T&amp;ype</source>
        <translation>유형(&amp;Y)</translation>
    </message>
    <message>
        <source>T&amp;opic</source>
        <translation>주제(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Keywords</source>
        <translation>핵심어(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Importance</source>
        <translation>중요도(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Certainty</source>
        <translation>확실성(&amp;C)</translation>
    </message>
    <message>
        <source>Separated by commas</source>
        <translation>쉼표로 구분</translation>
    </message>
    <message>
        <source>&amp;Anchor: keep for good</source>
        <translation>앵커: 영구히 보관(&amp;A)</translation>
    </message>
    <message>
        <source>Anchor: keep for good</source>
        <translation>앵커: 영구히 보관</translation>
    </message>
</context>
<context>
    <name>hub::ui::NewMemoryDialog</name>
    <message>
        <source>New memory</source>
        <translation>새 기억</translation>
    </message>
    <message>
        <source>&amp;Workspace</source>
        <translation>작업 공간(&amp;W)</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>작업 공간</translation>
    </message>
    <message>
        <source>Every workspace</source>
        <translation>모든 작업 공간</translation>
    </message>
    <message>
        <source>&amp;Store</source>
        <translation>저장(&amp;S)</translation>
    </message>
    <message>
        <source>Store (Ctrl+Return)</source>
        <translation>저장 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Store</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>hub::ui::NoticeBar</name>
    <message>
        <source>Close notice</source>
        <translation>알림 닫기</translation>
    </message>
</context>
<context>
    <name>hub::ui::OverviewView</name>
    <message>
        <source>The numbers could not be read. What is shown may be old.</source>
        <translation>수치를 읽을 수 없습니다. 표시된 내용이 오래되었을 수 있습니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>기억</translation>
    </message>
    <message>
        <source>The bars: memories stored on each of the last seven days</source>
        <translation>막대: 최근 7일 동안 날마다 저장된 기억</translation>
    </message>
    <message>
        <source>Stored today</source>
        <translation>오늘 저장</translation>
    </message>
    <message>
        <source>Anchors</source>
        <translation>앵커</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>연결</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>대체됨</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>유형별</translation>
    </message>
    <message>
        <source>Memories by type</source>
        <translation>유형별 기억</translation>
    </message>
    <message>
        <source>Top topics</source>
        <translation>많이 다룬 주제</translation>
    </message>
    <message>
        <source>Latest memories</source>
        <translation>최근 기억</translation>
    </message>
    <message>
        <source>Connect an agent</source>
        <translation>에이전트 연결</translation>
    </message>
    <message>
        <source>Store a first memory</source>
        <translation>첫 기억 저장</translation>
    </message>
    <message>
        <source>Ready to remember</source>
        <translation>기억할 준비가 되었습니다</translation>
    </message>
    <message>
        <source>Connect an agent and it can store what is worth keeping, or write the first memory yourself.</source>
        <translation>에이전트를 연결하면 간직할 만한 것을 저장합니다. 첫 기억을 직접 쓸 수도 있습니다.</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>개요</translation>
    </message>
</context>
<context>
    <name>hub::ui::ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>키보드 단축키</translation>
    </message>
    <message>
        <source>Search from anywhere</source>
        <translation>어디서나 검색</translation>
    </message>
    <message>
        <source>Save a change in the inspector</source>
        <translation>세부 정보에서 변경 저장</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>hub::ui::Sidebar</name>
    <message>
        <source>%1 (Ctrl+%2)</source>
        <extracomment>a view and the keys that lead to it</extracomment>
        <translation>%1 (Ctrl+%2)</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>화면</translation>
    </message>
</context>
<context>
    <name>hub::ui::StatusChip</name>
    <message>
        <source>Starting</source>
        <translation>시작하는 중</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>실행 중</translation>
    </message>
    <message>
        <source>Not reachable</source>
        <translation>연결할 수 없음</translation>
    </message>
    <message>
        <source>Server: %1</source>
        <translation>서버: %1</translation>
    </message>
</context>
<context>
    <name>hub::ui::TopicRow</name>
    <message numerus="yes">
        <source>%1, %Ln memory(s)</source>
        <translation>
            <numerusform>%1, 기억 %Ln개</numerusform>
        </translation>
    </message>
</context>
</TS>
