/**
 * The environment, checked once at start. A bad value is refused with its name, the value and what was expected,
 * because a server that guesses is found out weeks later.
 */
import { existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { StartError } from './errors.ts'
import { readQuotas } from './quotas.ts'
import type { AccountQuotas } from './quotas.ts'
import { readWebhookRules } from './webhook-rules.ts'
import type { WebhookRules } from './webhook-rules.ts'
import type { Environment } from './environment.ts'

export interface Config {
  /** `demo` makes its own key and data; `production` refuses to start without a key. */
  readonly mode: 'demo' | 'production'
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Base address in links we issue; never taken from a request. */
  readonly publicUrl: string
  /** Null in demo mode, which makes its own; see `demoKey`. */
  readonly secretKey: string | null
  /** Keys of before, with which values can still be read while the key is changed. */
  readonly secretKeyOld: readonly string[]
  /** `sqlite:` plus a path (`sqlite::memory:` in tests), or `postgres://…`. */
  readonly catalogUrl: string
  /** `duckdb:` plus a path. */
  readonly factsUrl: string
  /** Appended to a username without @. */
  readonly loginDomain: string
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  /** Where mail is handed over: `smtp://` or `smtps://`, with user and password where needed. Null = nowhere. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** Notify the owner of an account when it is used from a new address with a new browser. */
  readonly noticeMail: boolean
  /** The OpenID provider behind the corporate sign-in button. */
  readonly idp: IdentityProvider | null
  /** The Chromium that prints reports; null = whichever is found. */
  readonly chromium: string | null
  /** `required`: reports are printed by a browser in its sandbox, or not at all. */
  readonly printSandbox: 'auto' | 'required'
  /** Domains to which reports may go besides that of who sends them; null = any. */
  readonly reportDomains: readonly string[] | null
  /** Hosts to which dashboards may link besides the product's own pages. */
  readonly linkHosts: readonly string[]
  /** To which hosts events of clients may be sent. */
  readonly webhooks: WebhookRules
  /** Days that single readings are kept and taken for; 0 = for ever. Hours stay. */
  readonly readingDays: number
  /** Days for which entries of the audit log stay in the catalog; older ones go to archives. 0 = for ever. */
  readonly auditDays: number
  /** Days for which removed entries of the administration can be put back. */
  readonly removalDays: number
  /** How much of the journal is kept after it is in the facts, in MB; 0 = nothing. */
  readonly journalKeptMb: number
  /** Memory limit of the facts, in MB; beyond it they use the disk. */
  readonly factsMemoryMb: number
  /** Days that files of exports are kept. */
  readonly exportDays: number
  /** Disk quota of the exports of one account, in MB. */
  readonly exportQuotaMb: number
  /** How much of the server one account may take. */
  readonly quotas: AccountQuotas
  /** Where figures about the running server are, on this computer only; null = nowhere. */
  readonly metricsPort: number | null
  /** A folder of dashboards that the operator keeps; null = none. */
  readonly dashboardsDir: string | null
  /**
   * Seconds for which a stopping server still takes requests and says that it is not ready: a proxy looks
   * in that time.
   */
  readonly drainS: number
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
}

export interface IdentityProvider {
  /** https; http only on this computer. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Below this, questions over years of hundreds of stores go through the disk. */
const LEAST_FACTS_MB = 256

/** MB: of the machine, or of the container where that has less. */
function quarterOfMemory(): number {
  const most = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.max(LEAST_FACTS_MB, Math.floor(most / 4_000_000))
}

const KEY_MIN_BYTES = 32

const refuse = (name: string, value: string, expected: string) =>
  new StartError('CONFIG_INVALID', `${name} is ${JSON.stringify(value)}; expected ${expected}.`)

/** Where the data lives: all that the command line needs. */
export type StoreConfig = Pick<Config, 'dataDir' | 'catalogUrl' | 'factsUrl' | 'loginDomain'>

/** Reads the configuration of the server. Throws StartError CONFIG_INVALID or SECRET_KEY_WEAK. */
export function readConfig(env: Environment, mode: Config['mode']): Config {
  const port = wholeNumber(env, 'PORT', 8080, 0, 65_535)
  const stores = readStoreConfig(env)
  return {
    ...stores,
    mode,
    host: matching(env, 'HOST', '127.0.0.1', /^[0-9A-Za-z.:_-]{1,253}$/, 'an address or a host name'),
    port,
    publicUrl: publicAddress(env, mode, port),
    secretKey: readSecretKey(env, mode),
    secretKeyOld: readOldKeys(env),
    trustProxy: addresses(env, 'TRUST_PROXY'),
    smtpUrl: smtpAddress(env),
    mailFrom: matching(
      env,
      'MAIL_FROM',
      `aforo@${stores.loginDomain}`,
      /^[^\s@<>,;"]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
      'an e-mail address',
    ),
    noticeMail: oneOf(env, 'NOTICE_MAIL', mode === 'demo' ? 'off' : 'on', ['on', 'off']) === 'on',
    idp: identityProvider(env),
    chromium: chromiumPath(env),
    printSandbox: oneOf(env, 'PRINT_SANDBOX', 'auto', ['auto', 'required']),
    reportDomains: reportDomains(env, mode),
    linkHosts: hostNames(env),
    webhooks: readWebhookRules(env, refuse),
    readingDays: wholeNumber(env, 'READING_DAYS', 400, 0, 36_500),
    auditDays: wholeNumber(env, 'AUDIT_DAYS', 400, 0, 36_500),
    removalDays: wholeNumber(env, 'REMOVAL_DAYS', 30, 1, 3650),
    journalKeptMb: wholeNumber(env, 'JOURNAL_KEPT_MB', 1024, 0, 1_000_000),
    factsMemoryMb: wholeNumber(env, 'FACTS_MEMORY_MB', quarterOfMemory(), LEAST_FACTS_MB, 10_000_000),
    exportDays: wholeNumber(env, 'EXPORT_DAYS', 7, 1, 365),
    exportQuotaMb: wholeNumber(env, 'EXPORT_QUOTA_MB', 2000, 1, 10_000_000),
    quotas: readQuotas(env, wholeNumber),
    metricsPort: metricsPort(env),
    dashboardsDir: folderOf(env, 'DASHBOARDS_DIR'),
    drainS: wholeNumber(env, 'DRAIN_S', mode === 'demo' ? 0 : 5, 0, 300),
    logLevel: oneOf(env, 'LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
  }
}

/** Reads where the data lives. Throws StartError CONFIG_INVALID. */
export function readStoreConfig(env: Environment): StoreConfig {
  const dataDir = nonEmpty(env, 'DATA_DIR', './data')
  return {
    dataDir,
    catalogUrl: storeAddress(env, 'CATALOG_URL', `sqlite:${dataDir}/catalog.sqlite`, 'sqlite:', [
      'postgres:',
      'postgresql:',
    ]),
    factsUrl: storeAddress(env, 'FACTS_URL', `duckdb:${dataDir}/facts.duckdb`, 'duckdb:', []),
    loginDomain: matching(
      env,
      'LOGIN_DOMAIN',
      'aforo.test',
      /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
      'a domain in lower case, for example example.com',
    ),
  }
}

/** The same with another data folder, as `--data-dir` says: both stores are in it, but for a catalog on a server. */
export const storeConfigIn = (env: Environment, dataDir: string | undefined): StoreConfig =>
  readStoreConfig(
    dataDir === undefined
      ? env
      : {
          ...env,
          DATA_DIR: dataDir,
          CATALOG_URL: env.CATALOG_URL ?? `sqlite:${join(dataDir, 'catalog.sqlite')}`,
          FACTS_URL: `duckdb:${join(dataDir, 'facts.duckdb')}`,
        },
  )

/**
 * At least 32 bytes with some variety. Demo mode may go without. The value is never part of the message.
 */
export function readSecretKey(env: Environment, mode: Config['mode']): string | null {
  const key = env.SECRET_KEY ?? ''
  const weak = (why: string) =>
    new StartError(
      'SECRET_KEY_WEAK',
      `SECRET_KEY ${why}; expected at least ${KEY_MIN_BYTES} random bytes, for example from: openssl rand -base64 48`,
    )
  if (key === '') {
    if (mode === 'demo') return null
    throw weak('is missing')
  }
  if (Buffer.byteLength(key) < KEY_MIN_BYTES) throw weak(`has ${Buffer.byteLength(key)} bytes`)
  if (isRepeated(key)) throw weak('repeats itself')
  if (/change.?me|example|secret.?key|password/i.test(key)) throw weak('looks like an example')
  return key
}

/** Separated by commas. What they were is no longer judged. */
export const readOldKeys = (env: Environment): string[] =>
  (env.SECRET_KEY_OLD ?? '')
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

/** True for `aaaa…` and `abcdabcd…`: one short piece over and over, or too few different characters to be random. */
function isRepeated(key: string): boolean {
  return new Set(key).size < 10 || (key + key).indexOf(key, 1) < key.length
}

/** The address may hold a password, so only its beginning is repeated. */
function smtpAddress(env: Environment): string | null {
  const value = env.SMTP_URL ?? ''
  if (value === '') return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '')
    throw refuse(
      'SMTP_URL',
      value.slice(0, value.indexOf(':') + 1),
      'smtp://host:port or smtps://user:password@host:port',
    )
  return value
}

/** All three, or none. */
function identityProvider(env: Environment): IdentityProvider | null {
  const { IDP_ISSUER: issuer = '', IDP_CLIENT_ID: clientId = '', IDP_CLIENT_SECRET: clientSecret = '' } = env
  if (issuer === '' && clientId === '' && clientSecret === '') return null
  if (clientId === '') throw refuse('IDP_CLIENT_ID', clientId, 'the id this product has at the identity provider')
  if (clientSecret === '')
    throw refuse('IDP_CLIENT_SECRET', clientSecret, 'the secret this product has at the identity provider')
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const here = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (
    url === null ||
    !(url.protocol === 'https:' || (url.protocol === 'http:' && here)) ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw refuse('IDP_ISSUER', issuer, 'an address that begins with https://, without query')
  return { issuer, clientId, clientSecret }
}

function chromiumPath({ CHROMIUM: path = '' }: Environment): string | null {
  if (path !== '' && !existsSync(path)) throw refuse('CHROMIUM', path, 'the path of a Chrome or Chromium program')
  return path === '' ? null : path
}

/** No mail of a demo leaves unless SMTP_URL is set, so every address may be written to. */
function reportDomains(env: Environment, mode: Config['mode']): readonly string[] | null {
  if ((env.REPORT_DOMAINS ?? (mode === 'demo' ? '*' : '')).trim() === '*') return null
  return names(env, 'REPORT_DOMAINS', 'domains separated by commas, or * for any')
}

/** Hosts to which dashboards may link. Throws StartError CONFIG_INVALID. */
export const hostNames = (env: Environment): readonly string[] =>
  names(env, 'LINK_HOSTS', 'host names separated by commas, without https://, port or path')

/** Of hosts or domains, in lower case. */
function names(env: Environment, variable: string, expected: string): readonly string[] {
  return (env[variable] ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(part)) throw refuse(variable, part, expected)
      return part
    })
}

function metricsPort(env: Environment): number | null {
  return (env.METRICS_PORT ?? '') === '' ? null : wholeNumber(env, 'METRICS_PORT', 0, 0, 65_535)
}

/** A folder that is there; null = not set. */
function folderOf(env: Environment, name: string): string | null {
  const value = env[name] ?? ''
  if (value === '') return null
  if (!statSync(value, { throwIfNoEntry: false })?.isDirectory()) throw refuse(name, value, 'a folder that is there')
  return resolve(value)
}

function nonEmpty(env: Environment, name: string, fallback: string): string {
  const value = env[name] ?? fallback
  if (value.trim() === '' || value.includes('\0')) throw refuse(name, value, 'a path')
  return value
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const value = env[name] ?? String(fallback)
  const number = Number(value)
  if (!/^\d{1,9}$/.test(value) || number < least || number > most)
    throw refuse(name, value, `a whole number from ${least} to ${most}`)
  return number
}

function matching(env: Environment, name: string, fallback: string, pattern: RegExp, expected: string): string {
  const value = env[name] ?? fallback
  if (!pattern.test(value)) throw refuse(name, value, expected)
  return value
}

function oneOf<T extends string>(env: Environment, name: string, fallback: T, allowed: readonly T[]): T {
  const value = env[name] ?? fallback
  const found = allowed.find((item) => item === value)
  if (found === undefined) throw refuse(name, value, `one of ${allowed.join(', ')}`)
  return found
}

function addresses(env: Environment, name: string): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [ip = '', bits = '0', ...rest] = part.split('/')
      if (isIP(ip) === 0 || !/^\d{1,3}$/.test(bits) || rest.length > 0)
        throw refuse(name, part, 'IP addresses or networks separated by commas')
      return part
    })
}

const AT_HOME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Passwords and sessions go over it: plain http only on this computer, or where the operator says that it is meant. */
function publicAddress(env: Environment, mode: Config['mode'], port: number): string {
  const value = address(env, 'PUBLIC_URL', `http://localhost:${port}`)
  const { protocol, hostname } = new URL(value)
  const mayBePlain = oneOf(env, 'ALLOW_HTTP', 'no', ['yes', 'no']) === 'yes' || mode === 'demo'
  if (protocol === 'http:' && !AT_HOME.test(hostname) && !mayBePlain)
    throw refuse(
      'PUBLIC_URL',
      value,
      'an address that begins with https://, for passwords and sessions go over it (docs/deploy.md); ALLOW_HTTP=yes ' +
        'says that you know',
    )
  return value
}

function address(env: Environment, name: string, fallback: string): string {
  const value = env[name] ?? fallback
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hash !== '' || url.search !== '') {
    throw refuse(name, value, 'an address that begins with http:// or https://, without query')
  }
  return value.replace(/\/+$/, '')
}

/**
 * A store is a local file or a server's address. The address may hold a password, so only its beginning is repeated.
 */
function storeAddress(
  env: Environment,
  name: string,
  fallback: string,
  file: string,
  protocols: readonly string[],
): string {
  const value = env[name] ?? fallback
  if (value.startsWith(file) && value.length > file.length) return value
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  const expected = [`${file}PATH`, ...protocols.map((protocol) => `${protocol}//…`)].join(' or ')
  throw refuse(name, value.slice(0, value.indexOf(':') + 1) || value.slice(0, 20), expected)
}
