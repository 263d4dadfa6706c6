// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/embedding/embeddingsettings.h"
#include "core/index/searchsettings.h"
#include "core/language/languagesettings.h"
#include "core/memory/memorysettings.h"
#include "core/settings/generalsettings.h"
#include "core/settings/serversettings.h"
#include "core/settings/settings.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace hub;

class SettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheNearestSource();
    void knowsEveryDocumentedVariable_data();
    void knowsEveryDocumentedVariable();
    void givesEachVariableToOneSetting();
    void readsSwitchesAsShellsWriteThem();
    void refusesABadVariableByItsName();
    void refusesABadOptionByItsName();
    void passesOverOneBadEntryOfTheFile();
    void replacesAListInsteadOfAddingToIt();
    void keepsADamagedFileAside();
    void startsWithoutAFile();
    void writesOneValueForItsOwnerAlone();
    void refusesToWriteWhatItWouldNotRead();
    void leavesTheFileAloneWhenItCannotBeReplaced();
};

namespace {

using Variables = QHash<QString, QString>;

Settings::Environment environment(const Variables &variables = {})
{
    return [variables](const QString &name) { return variables.value(name); };
}

struct Bench {
    QTemporaryDir folder;
    QString path = folder.filePath(u"settings.json"_s);

    Settings load(const Variables &variables = {}) const { return Settings::load(path, environment(variables)); }
    void write(const QByteArray &text) const
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("the settings file could not be written");
    }
    QByteArray text() const
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
};

/// The setting that `variable` overrides, as JSON, and where its value comes from.
struct InForce {
    QJsonValue value {QJsonValue::Undefined};
    SettingSource source = SettingSource::Default;
    int settings = 0; ///< how many there are
};

template <SettingsGroup T>
void lookUp(const Settings &settings, const QString &variable, InForce &found)
{
    const auto group = settings.read<T>();
    forEachField<T>([&](const auto &f) {
        if (f.environment.empty() || fromView(f.environment) != variable)
            return;
        ++found.settings;
        found.source = settings.source<T>(f.name);
        if (group)
            found.value = writeJson((*group).*f.member);
    });
}

InForce inForce(const Settings &settings, const QString &variable)
{
    InForce found;
    lookUp<GeneralSettings>(settings, variable, found);
    lookUp<ServerSettings>(settings, variable, found);
    lookUp<MemorySettings>(settings, variable, found);
    lookUp<SearchSettings>(settings, variable, found);
    lookUp<EmbeddingSettings>(settings, variable, found);
    lookUp<LanguageSettings>(settings, variable, found);
    return found;
}

} // namespace

void SettingsTest::takesTheNearestSource()
{
    const Bench bench;
    QCOMPARE(bench.load().read<ServerSettings>()->port, 57332);
    QCOMPARE(bench.load().source<ServerSettings>("port"), SettingSource::Default);
    bench.write(R"({"server":{"port":1001}})");
    QCOMPARE(bench.load().read<ServerSettings>()->port, 1001);
    QCOMPARE(bench.load().source<ServerSettings>("port"), SettingSource::File);
    auto settings = bench.load({{u"PORT"_s, u"1002"_s}});
    QCOMPARE(settings.read<ServerSettings>()->port, 1002);
    QCOMPARE(settings.source<ServerSettings>("port"), SettingSource::Environment);
    settings.override("server", "port", 1003);
    QCOMPARE(settings.read<ServerSettings>()->port, 1003);
    QCOMPARE(settings.source<ServerSettings>("port"), SettingSource::CommandLine);
}

void SettingsTest::knowsEveryDocumentedVariable_data()
{
    QTest::addColumn<QJsonValue>("standard");
    QTest::addColumn<QString>("given");
    QTest::addColumn<QJsonValue>("inForceThen");
    const auto off
        = [](const char *name) { QTest::newRow(name) << QJsonValue(false) << u"true"_s << QJsonValue(true); };
    const auto on
        = [](const char *name) { QTest::newRow(name) << QJsonValue(true) << u"false"_s << QJsonValue(false); };
    off("ENABLE_OPENAPI");
    off("ENABLE_SPREADING_ACTIVATION");
    on("MEMENTO_SESSION_SEGMENT");
    QTest::newRow("MEMENTO_ROTATE_RATE_LIMIT_PER_MIN") << QJsonValue(5) << u"7"_s << QJsonValue(7);
    off("MEMENTO_SYMBOLIC_EXPLAIN");
    off("MEMENTO_SYMBOLIC_POLICY_RULES");
    off("MEMENTO_WORKSPACE_GATE");
    on("MEMENTO_FEEDBACK_SAMPLING");
    off("MEMENTO_CASE_BACKPROP_ENABLED");
    off("MEMENTO_REMEMBER_ATOMIC");
    QTest::newRow("MEMENTO_STORAGE") << QJsonValue(u"sqlite"_s) << u"sqlite-vec"_s << QJsonValue(u"sqlite-vec"_s);
    QTest::newRow("GEMINI_TIMEOUT_MS") << QJsonValue(30000) << u"25000"_s << QJsonValue(25000);
    QTest::newRow("PORT") << QJsonValue(57332) << u"0"_s << QJsonValue(0);
    QTest::newRow("MEMENTO_ACCESS_KEY") << QJsonValue(QString()) << u"letmein"_s << QJsonValue(u"letmein"_s);
}

void SettingsTest::knowsEveryDocumentedVariable()
{
    QFETCH(QString, given);
    QFETCH(QJsonValue, inForceThen);
    const auto variable = QString::fromLatin1(QTest::currentDataTag());
    const Bench bench;
    const auto before = inForce(bench.load(), variable);
    QCOMPARE(before.settings, 1);
    QTEST(before.value, "standard");
    QCOMPARE(before.source, SettingSource::Default);
    const auto after = inForce(bench.load({{variable, given}}), variable);
    QCOMPARE(after.value, inForceThen);
    QCOMPARE(after.source, SettingSource::Environment);
}

void SettingsTest::givesEachVariableToOneSetting()
{
    QStringList variables;
    const auto collect = [&]<SettingsGroup T>(const T &) {
        forEachField<T>([&](const auto &f) {
            if (!f.environment.empty())
                variables += fromView(f.environment);
        });
    };
    collect(GeneralSettings {});
    collect(ServerSettings {});
    collect(MemorySettings {});
    collect(SearchSettings {});
    collect(EmbeddingSettings {});
    collect(LanguageSettings {});
    QCOMPARE(variables.removeDuplicates(), 0);
}

void SettingsTest::readsSwitchesAsShellsWriteThem()
{
    const Bench bench;
    for (const auto &yes : {u"1"_s, u"true"_s, u"TRUE"_s})
        QVERIFY(bench.load({{u"ENABLE_OPENAPI"_s, yes}}).read<ServerSettings>()->enableOpenapi);
    for (const auto &no : {u"0"_s, u"false"_s, QString()})
        QVERIFY(!bench.load({{u"ENABLE_OPENAPI"_s, no}}).read<ServerSettings>()->enableOpenapi);
}

void SettingsTest::refusesABadVariableByItsName()
{
    const Bench bench;
    const auto port = bench.load({{u"PORT"_s, u"70000"_s}}).read<ServerSettings>();
    QVERIFY(!port);
    QCOMPARE(port.error().message, u"PORT must be between 0 and 65535; got number 70000"_s);
    const auto rate = bench.load({{u"MEMENTO_ROTATE_RATE_LIMIT_PER_MIN"_s, u"often"_s}}).read<ServerSettings>();
    QVERIFY(!rate);
    QVERIFY2(rate.error().message.startsWith(u"MEMENTO_ROTATE_RATE_LIMIT_PER_MIN must be an integer"_s),
        qPrintable(rate.error().message));
    const auto sampling = bench.load({{u"MEMENTO_FEEDBACK_SAMPLING"_s, u"maybe"_s}}).read<MemorySettings>();
    QVERIFY(!sampling);
    QVERIFY(sampling.error().message.startsWith(u"MEMENTO_FEEDBACK_SAMPLING must be true or false"_s));
    const auto locale = bench.load({{u"ANCHORHOLD_LOCALE"_s, u"fr"_s}}).read<GeneralSettings>();
    QVERIFY(!locale);
    QVERIFY(locale.error().message.startsWith(u"ANCHORHOLD_LOCALE must be one of auto, en, ko"_s));
}

void SettingsTest::refusesABadOptionByItsName()
{
    const Bench bench;
    auto settings = bench.load();
    settings.override("server", "port", -1);
    const auto server = settings.read<ServerSettings>();
    QVERIFY(!server);
    QVERIFY2(server.error().message.startsWith(u"--port must be"_s), qPrintable(server.error().message));
}

void SettingsTest::passesOverOneBadEntryOfTheFile()
{
    const Bench bench;
    bench.write(R"({"server":{"port":"many","rotateRateLimitPerMin":9,"host":7},"unknown":{"x":1},"general":[]})");
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"ignored: server\\.host must be an array"_s));
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"ignored: server\\.port must be an integer"_s));
    const auto server = bench.load().read<ServerSettings>();
    VERIFY_OK(server);
    QCOMPARE(server->port, 57332);
    QCOMPARE(server->host, ServerSettings().host);
    QCOMPARE(server->rotateRateLimitPerMin, 9);
    VERIFY_OK(bench.load().read<GeneralSettings>());
}

void SettingsTest::replacesAListInsteadOfAddingToIt()
{
    const Bench bench;
    bench.write(R"({"server":{"host":["192.0.2.1"]}})");
    QCOMPARE(bench.load().read<ServerSettings>()->host, QStringList {u"192.0.2.1"_s});
    auto settings = bench.load();
    settings.override("server", "host", QJsonArray {u"192.0.2.2"_s, u"192.0.2.3"_s});
    QCOMPARE(settings.read<ServerSettings>()->host, (QStringList {u"192.0.2.2"_s, u"192.0.2.3"_s}));
    settings.override("server", "host", u"192.0.2.4"_s);
    QCOMPARE(settings.read<ServerSettings>()->host, QStringList {u"192.0.2.4"_s});
}

void SettingsTest::keepsADamagedFileAside()
{
    const Bench bench;
    const QByteArray damaged = R"({"server":{"port":1001})";
    bench.write(damaged);
    QTest::ignoreMessage(QtWarningMsg,
        QRegularExpression(u"settings file could not be read .* It was kept as .*settings\\.json\\.damaged-"_s));
    auto settings = bench.load();
    QCOMPARE(settings.read<ServerSettings>()->port, 57332);
    QVERIFY(!QFile::exists(bench.path));
    const auto aside = QDir(bench.folder.path()).entryList({u"settings.json.damaged-*"_s});
    QCOMPARE(aside.size(), 1);
    QFile kept(bench.folder.filePath(aside.constFirst()));
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), damaged);
    VERIFY_OK(settings.write<ServerSettings>("port", 1002)); // and life goes on
    QCOMPARE(bench.load().read<ServerSettings>()->port, 1002);
}

void SettingsTest::startsWithoutAFile()
{
    const Bench bench;
    VERIFY_OK(bench.load().read<GeneralSettings>());
    VERIFY_OK(bench.load().read<MemorySettings>());
    QVERIFY(!QFile::exists(bench.path));
}

void SettingsTest::writesOneValueForItsOwnerAlone()
{
    const Bench bench;
    bench.write(R"({"future":{"kept":true},"server":{"port":1001}})");
    auto settings = bench.load();
    VERIFY_OK(settings.write<ServerSettings>("enableOpenapi", true));
    QVERIFY(settings.read<ServerSettings>()->enableOpenapi);
    const auto file = QJsonDocument::fromJson(bench.text()).object();
    QCOMPARE(file[u"future"_s][u"kept"_s].toBool(), true);
    QCOMPARE(file[u"server"_s].toObject(), (QJsonObject {{u"port"_s, 1001}, {u"enableOpenapi"_s, true}}));
    const auto rights = QFileInfo(bench.path).permissions();
    QVERIFY(!(rights & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther)));
    QCOMPARE(QDir(bench.folder.path()).entryList(QDir::Files).size(), 1); // nothing half-written lies about
}

void SettingsTest::refusesToWriteWhatItWouldNotRead()
{
    const Bench bench;
    auto settings = bench.load();
    QCOMPARE(settings.write<ServerSettings>("port", 70000).error().code, ErrorCode::InvalidArgument);
    QCOMPARE(settings.write<ServerSettings>("prot", 1).error().code, ErrorCode::NotFound);
    QVERIFY(!QFile::exists(bench.path));
    QCOMPARE(settings.read<ServerSettings>()->port, 57332);
}

void SettingsTest::leavesTheFileAloneWhenItCannotBeReplaced()
{
    const Bench bench;
    auto settings = Settings::load(bench.folder.filePath(u"gone/settings.json"_s), environment());
    const auto written = settings.write<ServerSettings>("port", 1001);
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::Storage);
    QCOMPARE(settings.read<ServerSettings>()->port, 57332); // what was not saved is not in force
}

QTEST_GUILESS_MAIN(SettingsTest)
#include "tst_settings.moc"
