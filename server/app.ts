/**
 * Builds the server around its stores. Nothing here listens or reads the environment, so tests build the same server.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import about from '../package.json' with { type: 'json' }
import { steadyOf } from './clock.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { scrubCatalog } from './db/catalog-check.ts'
import type { Catalog } from './db/catalog.ts'
import { createDamages } from './damages.ts'
import type { Damages } from './damages.ts'
import { createDiskWatch } from './disk-space.ts'
import { demoSimulatorRoutes } from './demo/routes.ts'
import type { DemoSimulator } from './demo/simulator.ts'
import { exportsBeside, stagesBeside } from './facts/connections.ts'
import type { FactStore } from './facts/store.ts'
import { createReader } from './import/reader.ts'
import type { Reader } from './import/reader.ts'
import { brandPageRoutes, brandRoutes } from './modules/brands/routes.ts'
import { brandService } from './modules/brands/service.ts'
import { backgroundWork } from './background.ts'
import type { Background } from './background.ts'
import { cookieOf } from './cookies.ts'
import { startJobs } from './jobs.ts'
import type { Job } from './jobs.ts'
import { linkRoutes } from './modules/account/link-routes.ts'
import { accountRoutes } from './modules/account/routes.ts'
import { accountService } from './modules/account/service.ts'
import { alertNotices } from './modules/alerts/notices.ts'
import { alertRoutes } from './modules/alerts/routes.ts'
import { alertService } from './modules/alerts/service.ts'
import { alertWatch } from './modules/alerts/watch.ts'
import { apiClientRoutes } from './modules/api-clients/routes.ts'
import { apiClientService } from './modules/api-clients/service.ts'
import { archivesIn } from './modules/audit/archive-file.ts'
import { auditArchives } from './modules/audit/archives.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { refusedTries as createRefusedTries, refusedTriesJob } from './modules/audit/refused-tries.ts'
import { auditService } from './modules/audit/service.ts'
import { campaignRoutes } from './modules/campaigns/routes.ts'
import { campaignService } from './modules/campaigns/service.ts'
import { clientRoutes } from './modules/clients/routes.ts'
import { clientManagement } from './modules/clients/management.ts'
import { clientService } from './modules/clients/service.ts'
import { compareRoutes } from './modules/compare/routes.ts'
import { compareService } from './modules/compare/service.ts'
import { builtInDashboards } from './modules/dashboards/built-in.ts'
import { deviceHealthRoutes } from './modules/device-health/routes.ts'
import { deviceHealthService } from './modules/device-health/service.ts'
import { downloadRoutes } from './modules/downloads/routes.ts'
import { downloadService } from './modules/downloads/service.ts'
import { exportRoutes } from './modules/exports/routes.ts'
import { exportService } from './modules/exports/service.ts'
import { cspReportRoutes } from './modules/csp-report/routes.ts'
import { cspReportService } from './modules/csp-report/service.ts'
import { createIngest } from './ingest/index.ts'
import type { Ingest } from './ingest/index.ts'
import { deviceKeyRoutes } from './modules/device-keys/routes.ts'
import { deviceKeyService } from './modules/device-keys/service.ts'
import { quarantineRoutes } from './modules/ingest/quarantine-routes.ts'
import { quarantineService } from './modules/ingest/quarantine-service.ts'
import { importRoutes, sweepArrivingImports } from './modules/imports/routes.ts'
import { importService } from './modules/imports/service.ts'
import { ingestRoutes } from './modules/ingest/routes.ts'
import { ingestService } from './modules/ingest/service.ts'
import type { Quotas } from './modules/ingest/service.ts'
import { dashboardRoutes } from './modules/dashboards/routes.ts'
import { dashboardService } from './modules/dashboards/service.ts'
import { figureClients } from './modules/figures/clients.ts'
import { flowService } from './modules/figures/flows.ts'
import { monthService } from './modules/figures/months.ts'
import { profileService } from './modules/figures/profiles.ts'
import { figureRoutes } from './modules/figures/routes.ts'
import { footscanRoutes } from './modules/footscans/routes.ts'
import { footscanService } from './modules/footscans/service.ts'
import { groupRoutes } from './modules/groups/routes.ts'
import { groupService } from './modules/groups/service.ts'
import { occupancyRoutes } from './modules/occupancy/routes.ts'
import { occupancyFigures } from './modules/occupancy/figures.ts'
import { levelService } from './modules/occupancy/levels.ts'
import { occupancyService } from './modules/occupancy/service.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { officialHolidays } from './modules/holidays/official.ts'
import { holidayRoutes } from './modules/holidays/routes.ts'
import { holidayService } from './modules/holidays/service.ts'
import { homeRoutes } from './modules/home/routes.ts'
import { homeService } from './modules/home/service.ts'
import { hubbleRoutes } from './modules/hubble/routes.ts'
import { hubbleService } from './modules/hubble/service.ts'
import { localRoutes } from './modules/locals/routes.ts'
import { localService } from './modules/locals/service.ts'
import { moduleMuting } from './modules/modules/muting.ts'
import { moduleRoutes } from './modules/modules/routes.ts'
import { moduleService } from './modules/modules/service.ts'
import { judgeAgain } from './modules/opening-hours/judge-again.ts'
import { reopenLocals } from './modules/places/reopen.ts'
import { placeRoutes } from './modules/places/routes.ts'
import { placeService } from './modules/places/service.ts'
import { quarantinedRowRoutes } from './modules/quarantine/routes.ts'
import { quarantinedRowService } from './modules/quarantine/service.ts'
import { openingHourRoutes } from './modules/opening-hours/routes.ts'
import { openingHourService } from './modules/opening-hours/service.ts'
import { registerOpenApi } from './modules/openapi/plugin.ts'
import { openApiRoutes } from './modules/openapi/routes.ts'
import { periodRoutes } from './modules/periods/routes.ts'
import { periodService } from './modules/periods/service.ts'
import { mailboxRoutes } from './modules/mail/routes.ts'
import { mailService } from './modules/mail/service.ts'
import { smtpTransport } from './modules/mail/transport.ts'
import { reportJob } from './modules/reports/job.ts'
import { reportMaker } from './modules/reports/maker.ts'
import { reportPasses } from './modules/reports/passes.ts'
import { chromiumPrinter } from './modules/reports/printer.ts'
import type { Printer } from './modules/reports/printer.ts'
import { reportRoutes } from './modules/reports/routes.ts'
import { reportService } from './modules/reports/service.ts'
import { identityProviderService } from './modules/oauth/identity-provider.ts'
import { oauthRoutes, welcomeIn } from './modules/oauth/routes.ts'
import { oauthService } from './modules/oauth/service.ts'
import { askingBrowsers } from './modules/otp/asking-browser.ts'
import { otpRoutes } from './modules/otp/routes.ts'
import { otpService } from './modules/otp/service.ts'
import { appCodes } from './modules/second-factors/app-codes.ts'
import { passkeyChallenges } from './modules/second-factors/challenges.ts'
import { passkeyRoutes } from './modules/second-factors/passkey-routes.ts'
import { passkeyHostOf, passkeyService } from './modules/second-factors/passkey-service.ts'
import { secondFactorRoutes } from './modules/second-factors/routes.ts'
import { secondFactorService } from './modules/second-factors/service.ts'
import { authenticator } from './modules/session/authenticate.ts'
import { screenRoutes } from './modules/screens/routes.ts'
import { screenService } from './modules/screens/service.ts'
import { serverStateRoutes } from './modules/server-state/routes.ts'
import { serverStateService } from './modules/server-state/service.ts'
import { sessionRoutes } from './modules/session/routes.ts'
import { knownBrowsers } from './modules/session/known-browser.ts'
import { loginThrottle } from './modules/session/throttle.ts'
import { secretsOf } from './secrets.ts'
import { sessionService } from './modules/session/service.ts'
import { trackingRoutes } from './modules/tracking/routes.ts'
import { trackingService } from './modules/tracking/service.ts'
import { sweepArriving } from './modules/uploads/receive.ts'
import { FILE_TIMES, uploadRoutes } from './modules/uploads/routes.ts'
import { uploadService } from './modules/uploads/service.ts'
import { createParser } from './uploads/parser.ts'
import { userAccessRoutes } from './modules/user-access/routes.ts'
import { userAccessService } from './modules/user-access/service.ts'
import { userRoutes } from './modules/users/routes.ts'
import { userService } from './modules/users/service.ts'
import { registerAccess } from './plugins/access.ts'
import { buildSerializer } from './plugins/answer-schemas.ts'
import { notFound, registerAppFiles } from './plugins/app-files.ts'
import { registerEarlyRefusals } from './plugins/early-refusals.ts'
import { answerFrameworkError, registerErrors } from './plugins/errors.ts'
import { registerHeaders } from './plugins/headers.ts'
import { pageBuild } from './plugins/page-build.ts'
import { logOptions, registerLog } from './plugins/log.ts'
import type { LogStream } from './plugins/log.ts'
import { registerRoom } from './plugins/room.ts'
import { createStrangersLog } from './plugins/strangers-log.ts'
import { registerSchemas } from './plugins/schemas.ts'
import { registerFarewell } from './plugins/farewell.ts'
import { registerForwardedNotice } from './plugins/forwarded.ts'
import { registerTurns } from './plugins/turns.ts'
import { registerTimeLimit } from './plugins/time-limit.ts'
import { registerOpenAnswers } from './plugins/open-answers.ts'
import { socketErrorAnswer } from './plugins/socket-errors.ts'
import { createPresence } from './presence/index.ts'
import { factsOfMainKind, trafficKinds } from './traffic-kinds.ts'

/** Fastify leaves all of these open by default. */
const LIMITS = {
  bodyLimit: 256 * 1024,
  /** No request may take longer to arrive; most must be quicker, see `USUAL`. */
  requestTimeout: FILE_TIMES.arrivalMs,
  /** A connection on which nothing moves is closed. */
  connectionTimeout: 90_000,
  keepAliveTimeout: 72_000,
  // Without a host Node answers by itself; our own refusal has our headers.
  http: { headersTimeout: 10_000, maxHeaderSize: 32_768, requireHostHeader: false },
} as const

const USUAL = { arrivalMs: 30_000, answerMs: 60_000 } as const

const builtIn = builtInDashboards()

/** Quick rather than small: answers are made for one reader. */
const FAST_BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 }
/**
 * Bytes. What is smaller arrives in the first round of a connection either way, and packing it takes longer than
 * reading it.
 */
const COMPRESSED_FROM = 8192
/**
 * Bytes. What is smaller is packed in less than a millisecond, and waits for no thread behind the answers that came
 * after it.
 */
const COMPRESSED_AT_ONCE = 65_536
const COMPRESSED = /^(text\/|application\/(json|javascript|vnd\.apache\.arrow)|image\/svg)/

/** How often the disk is looked at while nobody writes. */
const DISK_MS = 5000
/** How often every page of the catalog is compared with its sum, for what no question meets. */
const SCRUB_MS = 60_000

/** How often footscans are judged. */
const HEALTH_MS = 60_000

/** How stale what is known of devices and their keys may be when the catalog goes away. */
const DEVICES_MS = 60_000
/** Mails that could not leave at once are tried again. */
const MAIL_MS = 15_000
/** Salts are made a day ahead. */
const PRESENCE_MS = 3_600_000
/** Uploads that were cut off are finished, late hours follow the tickets of their day. */
const UPLOADS_MS = 600_000
/** Files into which nothing was written for so long are of a process that ended: a request arrives in ten minutes. */
const ARRIVING_MS = 3_600_000
/** Exports that expired are removed. */
const EXPORTS_MS = 600_000
/** Months of the audit log that are old enough go to archives. */
const AUDIT_MS = 3_600_000
/** What is due is mailed. */
const REPORTS_MS = 30_000
/** What is watched is asked, and what happened is told. */
const ALERTS_MS = 60_000

declare module 'fastify' {
  interface FastifyInstance {
    background: Background
    ingest: Ingest
    jobs: readonly Job[]
  }
}

export interface Parts {
  readonly config: Config
  readonly catalog: Catalog
  readonly facts: FactStore
  readonly clock: Clock
  /** The built page; without it only the API is served. */
  readonly staticDir?: string
  readonly logStream?: LogStream
  /** Aborted when the server is on its way out: it still answers, and says that it is not ready. */
  readonly leaving?: AbortSignal
  /** The sensors of a demo. */
  readonly simulator?: DemoSimulator
  /** Prints reports, where that is not Chromium. */
  readonly printer?: Printer
  /** Reads imports, where that is not a process of its own. */
  readonly reader?: Reader
  /** Messages per key, where the usual ones do not fit. */
  readonly quotas?: Quotas
  /** Keep a ballast in the folder of the data, to be let go when the disk is full. */
  readonly withBallast?: boolean
  /** What the stores found damaged when they were opened, and find later. */
  readonly damages?: Damages
}

export async function buildApp({
  config,
  catalog,
  facts,
  clock,
  staticDir,
  logStream,
  leaving,
  simulator,
  quotas,
  printer: given,
  reader = createReader(),
  withBallast = false,
  damages = createDamages(),
}: Parts): Promise<FastifyInstance> {
  const app = fastify({
    ...LIMITS,
    ...logOptions(config, logStream),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: socketErrorAnswer(config.publicUrl),
    return503OnClosing: true,
    // A username in the path, percent-encoded.
    routerOptions: { maxParamLength: 800 },
    schemaController: { compilersFactory: { buildSerializer } },
  })

  const { publicUrl, loginDomain, mailFrom, noticeMail } = config
  if (config.secretKey === null) throw new Error('The server needs a key; start() makes one for the demo.')
  const secrets = secretsOf(config.secretKey, config.secretKeyOld)
  const background = backgroundWork(app.log)
  const disk = createDiskWatch({ folder: config.dataDir, withBallast, log: app.log })
  const strangersLog = createStrangersLog(app.log, clock)
  const transport = config.smtpUrl === null ? null : smtpTransport({ smtpUrl: config.smtpUrl, mailFrom })
  const mail = mailService({
    mails: catalog.mails,
    secrets,
    clock: steadyOf(clock),
    transport,
    keep: config.mode === 'demo',
    reports: catalog.reportRuns,
    log: app.log,
  })
  const server = serverStateService({ catalog, mail, disk, damages, clock })
  const throttle = loginThrottle(clock)
  const refusedTries = createRefusedTries({ audit: catalog.audit, clock })
  const browsers = knownBrowsers(secrets, loginDomain)
  const otp = otpService({
    sessions: catalog.sessions,
    codes: catalog.otpCodes,
    mail,
    audit: catalog.audit,
    refusedTries,
    transaction: catalog.transaction,
    tokens: catalog.accountTokens,
    browsers: askingBrowsers(secrets),
    knownBrowsers: browsers,
    apps: appCodes(secrets),
    secrets,
    background,
    clock,
    loginDomain,
  })
  const authenticate = authenticator({
    sessions: catalog.sessions,
    logins: catalog.logins,
    audit: catalog.audit,
    refusedTries,
    throttle,
    browsers,
    otp,
    clock,
    loginDomain,
  })
  const sessions = sessionService({
    sessions: catalog.sessions,
    logins: catalog.logins,
    tokens: catalog.accountTokens,
    audit: catalog.audit,
    transaction: catalog.transaction,
    authenticate,
    mail,
    noticeMail,
    publicUrl,
    background,
    clock,
  })
  const accounts = accountService({ catalog, mail, throttle, background, clock, publicUrl, loginDomain })
  const presence = await createPresence({ facts, catalog, secrets, clock })
  const ingest = await createIngest({
    sightings: presence.sightings,
    hashVisitor: presence.hashVisitor,
    facts,
    devices: catalog.devices,
    clock,
    dataDir: config.factsUrl === 'duckdb::memory:' ? null : config.dataDir,
    secrets,
    log: app.log,
    readingDays: config.readingDays,
    hasRoom: disk.hasRoom,
    damages,
    journalKeptBytes: config.journalKeptMb * 1024 ** 2,
  })
  const auditFolder = archivesIn(config.dataDir)
  const audit = auditService({ audit: catalog.audit, folder: auditFolder })
  // Without files there is nowhere for archives to go.
  const archives = auditArchives({
    catalog,
    clock,
    folder: auditFolder,
    keptDays: config.factsUrl === 'duckdb::memory:' ? 0 : config.auditDays,
  })
  const apiClients = apiClientService({ catalog, clock })
  const oauth = oauthService({ catalog, sessions, authenticate, throttle, refusedTries, clock })
  const identityProvider = identityProviderService({
    idp: config.idp,
    publicUrl,
    accounts: catalog.sessions,
    sessions,
    audit: catalog.audit,
    refusedTries,
    secrets,
    clock,
  })
  const otpCookie = cookieOf('aforo-otp', { publicUrl, sameSite: 'Strict' })
  const browserCookie = cookieOf('aforo-browser', { publicUrl, sameSite: 'Strict' })
  const welcome = welcomeIn({ browserCookie, browsers })
  const factors = secondFactorService({ catalog, mail, secrets, background, clock, publicUrl })
  const passkeys = passkeyService({
    catalog,
    sessions,
    challenges: passkeyChallenges(secrets, clock),
    mail,
    background,
    clock,
    publicUrl,
  })
  const passkeyCookie = cookieOf('aforo-passkey', { publicUrl, sameSite: 'Strict' })
  const askingCookie = cookieOf('aforo-otp-browser', { publicUrl, sameSite: 'Strict' })
  const idpCookie = cookieOf('aforo-idp', { publicUrl, sameSite: 'Lax' })
  const clients = clientService({ clients: catalog.clients })
  const locals = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
  const hoursChanged = judgeAgain({ catalog, facts, background, clock })
  const openingHours = openingHourService({ catalog, clients, locals, judgeAgain: hoursChanged, clock })
  const holidays = holidayService({ catalog, locals, official: officialHolidays(), judgeAgain: hoursChanged, clock })
  const campaigns = campaignService({ catalog, clients, clock })
  const periods = periodService({ campaigns, locals, clock })
  const muting = moduleMuting(catalog)
  const kinds = trafficKinds(catalog)
  const counted = factsOfMainKind(facts, kinds)
  const compare = compareService({ catalog, facts: counted, locals, muting, clock, kinds })
  const downloads = downloadService({ facts, kinds, clients, locals, muting, clock })
  const health = deviceHealthService({ facts, repo: catalog.deviceHealth, clients, locals, clock })
  const occupancy = occupancyService({ facts, catalog, locals, clock })
  const watch = alertWatch({ catalog, facts: counted, health, muting, clock })
  const notices = alertNotices({ catalog, clients, locals, mail, clock, publicUrl })
  const dashboards = dashboardService({ catalog, builtIn, clock, quotas: config.quotas })
  const passes = reportPasses({ users: catalog.users, clock })
  const screens = screenService({ catalog, dashboards, clients, clock })
  const printer = given ?? chromiumPrinter({ ...config, log: app.log })
  const maker = reportMaker({
    users: catalog.users,
    dashboards,
    passes,
    printer,
    inject: app.inject.bind(app),
    runs: catalog.reportRuns,
    reportDomains: config.reportDomains,
    clock,
    log: app.log,
  })
  const making = reportJob({ catalog, maker, mail, publicUrl, background, clock, log: app.log })
  const reports = reportService({
    catalog,
    dashboards,
    mail,
    printer,
    job: making,
    reportDomains: config.reportDomains,
    clock,
  })
  const alerts = alertService({ catalog, facts: counted, clients, locals, muting, watch, clock })
  const home = homeService({
    catalog,
    facts: counted,
    clients,
    locals,
    campaigns,
    compare,
    alerts,
    health,
    muting,
    clock,
  })
  const parser = createParser()
  const uploads = uploadService({ catalog, facts, clients, locals, parser, background, clock, quotas: config.quotas })
  const isInMemory = config.factsUrl === 'duckdb::memory:'
  const arriving = isInMemory ? null : join(config.dataDir, 'uploads')
  const importFolder = isInMemory
    ? join(tmpdir(), `aforo-imports-${randomUUID()}`)
    : stagesBeside(config.factsUrl.slice('duckdb:'.length))
  const imports = importService({
    catalog,
    facts,
    clients,
    locals,
    reader,
    background,
    clock,
    folder: importFolder,
    log: app.log,
  })
  const exportFolder = isInMemory
    ? join(tmpdir(), `aforo-exports-${randomUUID()}`)
    : exportsBeside(config.factsUrl.slice('duckdb:'.length))
  const exports = exportService({
    catalog,
    facts,
    kinds,
    clients,
    locals,
    muting,
    background,
    clock,
    folder: exportFolder,
    keptDays: config.exportDays,
    quotaMb: config.exportQuotaMb,
    log: app.log,
  })
  const deviceKeys = deviceKeyService({ catalog, secrets, background, clock })
  const devicesChanged = () => {
    ingest.directory.forget()
    deviceKeys.forget()
    background.run('devices', ingest.directory.remember)
  }
  const footscans = footscanService({ catalog, facts, clients, locals, clock, onChange: devicesChanged })
  const places = placeService({
    catalog,
    facts,
    clock,
    applied: () => ingest.applied(),
    onChange: devicesChanged,
    judgeAgain: (own) => {
      health.again({ fromDay: 0, locals: own })
    },
  })
  ingest.onApplied(reopenLocals({ catalog, clock, onReopen: hoursChanged }))
  const quarantinedRows = quarantinedRowService({ catalog, facts, clock, onRelease: hoursChanged })
  const hubble = hubbleService({ catalog, facts, secrets, clock })
  const groups = groupService({ catalog, clock })
  const userAccess = userAccessService({ catalog, clock })
  const brands = brandService({
    catalog,
    clock,
    identityProvider: config.idp !== null,
    loginDomain: config.loginDomain,
    mailLeaves: mail.leaves,
    passkeyHost: passkeyHostOf(publicUrl),
    isInMaintenance: server.isInMaintenance,
  })
  const modules = moduleService({ catalog, clients, locals, clock })
  const tracking = trackingService({
    tracking: catalog.tracking,
    sessions,
    clock,
    publicUrl: config.publicUrl,
    quotaMb: config.quotas.trackingMb,
  })
  const cspReports = cspReportService({ clock, log: app.log })
  const users = userService({ catalog, invitations: accounts, clock, loginDomain: config.loginDomain })

  const arrivals = ingestService({ ingest, clock, ...(quotas && { quotas }) })
  const quarantine = quarantineService({ ingest, facts, catalog, clock })

  const rememberDevices = async () => {
    await deviceKeys.remember()
    await ingest.directory.remember()
  }
  /** Files of requests that a crash cut off; the clock of files is that of the system. */
  const sweepCrashed = async (before: number) => {
    await sweepArriving(arriving, before)
    await sweepArrivingImports(importFolder, before)
  }
  app.decorate('background', background)
  app.decorate('strangersLog', strangersLog)
  app.decorate('ingest', ingest)
  const jobs: readonly Job[] = [
    { name: 'disk', everyMs: DISK_MS, run: disk.tend },
    {
      name: 'catalog pages',
      everyMs: SCRUB_MS,
      run: () => scrubCatalog({ catalogUrl: config.catalogUrl, damages, clock: () => clock.now() }),
    },
    { name: 'mail', everyMs: MAIL_MS, run: mail.deliver },
    refusedTriesJob(refusedTries),
    { name: 'presence', everyMs: PRESENCE_MS, run: presence.tend },
    { name: 'device health', everyMs: HEALTH_MS, run: health.evaluate },
    { name: 'devices', everyMs: DEVICES_MS, run: rememberDevices },
    { name: 'uploads', everyMs: UPLOADS_MS, run: uploads.tend },
    { name: 'imports', everyMs: UPLOADS_MS, run: imports.tend },
    { name: 'files of crashed uploads', everyMs: ARRIVING_MS, run: () => sweepCrashed(Date.now() - ARRIVING_MS) },
    { name: 'exports', everyMs: EXPORTS_MS, run: exports.runMaintenance },
    { name: 'audit archives', everyMs: AUDIT_MS, run: archives.runMaintenance },
    { name: 'reports', everyMs: REPORTS_MS, run: making.tick },
    { name: 'alerts', everyMs: ALERTS_MS, run: () => lookAndTell(watch, notices) },
    {
      name: 'log of strangers',
      everyMs: 60_000,
      run: async () => {
        strangersLog.summarise()
      },
    },
  ]
  app.decorate('jobs', jobs)
  let stopJobs = async () => {}
  app.addHook('onListen', async () => {
    // Not a minute later: after the first start the whole history is judged.
    background.run('disk', disk.tend)
    background.run('device health', health.evaluate)
    background.run('devices', rememberDevices)
    background.run('imports', imports.recover)
    // What is older than this process was of one that ended.
    background.run('files of crashed uploads', () => sweepCrashed(performance.timeOrigin))
    background.run('exports', exports.recover)
    stopJobs = startJobs(jobs, (job, error) => {
      app.log.error({ err: error }, `job ${job} failed`)
    })
  })
  app.addHook('onClose', async () => {
    await making.close()
    await stopJobs()
    await refusedTries.summarise()
    strangersLog.summarise()
    imports.close()
    await exports.close()
    await parser.close()
    await ingest.close()
    await background.settled()
    await mail.close()
    if (isInMemory)
      for (const folder of [importFolder, exportFolder]) await rm(folder, { recursive: true, force: true })
  })

  // Fastify reads text/plain by default, which is what a form of another site can send unasked.
  app.removeContentTypeParser('text/plain')
  registerTimeLimit(app, USUAL)
  registerForwardedNotice(app, clock)
  if (leaving !== undefined) registerFarewell(app, leaving)
  registerErrors(app, strangersLog)
  const build = staticDir === undefined ? null : pageBuild(staticDir)
  registerHeaders(app, { publicUrl, build })
  registerLog(app, strangersLog)
  registerSchemas(app)
  registerAccess(app, {
    sessions: {
      resolve: async (token) =>
        (await passes.resolve(token)) ?? (await sessions.resolve(token)) ?? screens.resolve(token),
    },
    screenShows: screens.shows,
    resolveDevice: deviceKeys.resolve,
    isInMaintenance: server.isInMaintenance,
  })
  registerRoom(app, { disk })
  registerOpenAnswers(app, config.quotas)
  registerTurns(app)
  registerEarlyRefusals(app)
  app.setNotFoundHandler((request) => {
    throw notFound(request)
  })
  // Before its body is read: nobody wants it.
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw notFound(request)
  })
  await app.register(compress, {
    threshold: COMPRESSED_FROM,
    syncThreshold: COMPRESSED_AT_ONCE,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: FAST_BROTLI },
    customTypes: COMPRESSED,
  })
  await registerOpenApi(app, { publicUrl: config.publicUrl, version: about.version })

  await app.register(
    async (api) => {
      healthRoutes(api, { catalog, facts, disk, damages, leaving })
      openApiRoutes(api)
      oauthRoutes(api, { sessions, oauth, identityProvider, otpCookie, browserCookie, browsers, idpCookie })
      secondFactorRoutes(api, { factors })
      passkeyRoutes(api, { passkeys, passkeyCookie, welcome })
      otpRoutes(api, { otp, otpCookie, askingCookie, browserCookie })
      sessionRoutes(api, { sessions })
      accountRoutes(api, { accounts })
      linkRoutes(api, { accounts, welcome })
      apiClientRoutes(api, { apiClients })
      auditRoutes(api, { audit })
      if (config.mode === 'demo') mailboxRoutes(api, { mail })
      if (simulator !== undefined) demoSimulatorRoutes(api, { simulator })
      clientRoutes(api, { clients, management: clientManagement({ catalog, clock }) })
      localRoutes(api, { locals })
      placeRoutes(api, { places })
      quarantinedRowRoutes(api, { rows: quarantinedRows })
      openingHourRoutes(api, { openingHours })
      holidayRoutes(api, { holidays })
      alertRoutes(api, { alerts })
      uploadRoutes(api, { uploads, folder: arriving })
      importRoutes(api, { imports })
      campaignRoutes(api, { campaigns })
      periodRoutes(api, { periods })
      compareRoutes(api, { compare })
      homeRoutes(api, { home })
      downloadRoutes(api, { downloads })
      exportRoutes(api, { exports })
      deviceHealthRoutes(api, { health })
      occupancyRoutes(api, {
        occupancy,
        levels: levelService({ facts, catalog, locals }),
        figures: occupancyFigures({ facts, catalog, locals, clock }),
      })
      figureRoutes(api, {
        clients: figureClients({ facts, clients }),
        flows: flowService({ facts, locals }),
        profiles: profileService({ facts, locals }),
        months: monthService({ facts, clients }),
      })
      dashboardRoutes(api, { dashboards })
      reportRoutes(api, { reports })
      screenRoutes(api, { screens })
      userRoutes(api, { users })
      footscanRoutes(api, { footscans })
      hubbleRoutes(api, { hubble })
      groupRoutes(api, { groups })
      userAccessRoutes(api, { userAccess })
      brandRoutes(api, { brands })
      moduleRoutes(api, { modules })
      serverStateRoutes(api, { server })
      trackingRoutes(api, { tracking })
      cspReportRoutes(api, { cspReports })
      deviceKeyRoutes(api, { deviceKeys })
      ingestRoutes(api, { ingest: arrivals, deviceKeys })
      quarantineRoutes(api, { quarantine })
    },
    { prefix: '/api' },
  )

  brandPageRoutes(app, { brands })
  if (staticDir !== undefined) await registerAppFiles(app, { staticDir, brandOf: brands.forHost })
  await uploads.recover()
  await app.ready()
  return app
}

/** What has opened is told also when a question failed. */
async function lookAndTell(
  watch: ReturnType<typeof alertWatch>,
  notices: ReturnType<typeof alertNotices>,
): Promise<void> {
  try {
    await watch.look()
  } finally {
    await notices.tellAll()
  }
}
