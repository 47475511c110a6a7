import { totalmem } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { USUAL_QUOTAS } from './quotas.ts'

const KEY = 'q0r8JwZ1mXk4T7vNc2bYh6LdPs9FgAeUiOx3Rt5W'

describe('a start is refused', () => {
  test.each([
    ['PORT', 'http', 'CONFIG_INVALID: PORT is "http"; expected a whole number from 0 to 65535.'],
    ['PORT', '70000', 'CONFIG_INVALID: PORT is "70000"; expected a whole number from 0 to 65535.'],
    ['PORT', '', 'CONFIG_INVALID: PORT is ""; expected a whole number from 0 to 65535.'],
    ['FACTS_MEMORY_MB', '64', 'CONFIG_INVALID: FACTS_MEMORY_MB is "64"; expected a whole number from 256 to 10000000.'],
    [
      'LINK_HOSTS',
      'wiki.example.com,https://b.example.com',
      'CONFIG_INVALID: LINK_HOSTS is "https://b.example.com"; expected host names separated by commas, without ' +
        'https://, port or path.',
    ],
    [
      'WEBHOOK_HOSTS',
      '*, http://alerts.lan:8080/in',
      'CONFIG_INVALID: WEBHOOK_HOSTS is "http://alerts.lan:8080/in"; expected host names, * for any public host, or ' +
        'origins like http://alerts.lan:8080, separated by commas.',
    ],
    [
      'WEBHOOK_PORTS',
      '443,99999',
      'CONFIG_INVALID: WEBHOOK_PORTS is "99999"; expected ports from 1 to 65535 separated by commas.',
    ],
    ['HOST', 'a b', 'CONFIG_INVALID: HOST is "a b"; expected an address or a host name.'],
    ['DATA_DIR', ' ', 'CONFIG_INVALID: DATA_DIR is " "; expected a path.'],
    [
      'PUBLIC_URL',
      'aforo.example.com',
      'CONFIG_INVALID: PUBLIC_URL is "aforo.example.com"; expected an address that begins with http:// or https://, ' +
        'without query.',
    ],
    [
      'PUBLIC_URL',
      'ftp://example.com',
      'CONFIG_INVALID: PUBLIC_URL is "ftp://example.com"; expected an address that begins with http:// or https://, ' +
        'without query.',
    ],
    [
      'CATALOG_URL',
      'mysql://root:Marker@db/x',
      'CONFIG_INVALID: CATALOG_URL is "mysql:"; expected sqlite:PATH or postgres://… or postgresql://….',
    ],
    [
      'CATALOG_URL',
      'sqlite:',
      'CONFIG_INVALID: CATALOG_URL is "sqlite:"; expected sqlite:PATH or postgres://… or postgresql://….',
    ],
    ['FACTS_URL', 'clickhouse://db', 'CONFIG_INVALID: FACTS_URL is "clickhouse:"; expected duckdb:PATH.'],
    [
      'LOGIN_DOMAIN',
      'Example',
      'CONFIG_INVALID: LOGIN_DOMAIN is "Example"; expected a domain in lower case, for example example.com.',
    ],
    [
      'TRUST_PROXY',
      '10.0.0.1, everyone',
      'CONFIG_INVALID: TRUST_PROXY is "everyone"; expected IP addresses or networks separated by commas.',
    ],
    [
      'SMTP_URL',
      'http://user:Marker@mail',
      'CONFIG_INVALID: SMTP_URL is "http:"; expected smtp://host:port or smtps://user:password@host:port.',
    ],
    [
      'SMTP_URL',
      'smtp://',
      'CONFIG_INVALID: SMTP_URL is "smtp:"; expected smtp://host:port or smtps://user:password@host:port.',
    ],
    ['MAIL_FROM', 'Aforo <a@b.c>', 'CONFIG_INVALID: MAIL_FROM is "Aforo <a@b.c>"; expected an e-mail address.'],
    ['PRINT_SANDBOX', 'no', 'CONFIG_INVALID: PRINT_SANDBOX is "no"; expected one of auto, required.'],
    ['NOTICE_MAIL', 'yes', 'CONFIG_INVALID: NOTICE_MAIL is "yes"; expected one of on, off.'],
    [
      'IDP_ISSUER',
      'https://login.example.com',
      'CONFIG_INVALID: IDP_CLIENT_ID is ""; expected the id this product has at the identity provider.',
    ],
    [
      'LOG_LEVEL',
      'loud',
      'CONFIG_INVALID: LOG_LEVEL is "loud"; expected one of fatal, error, warn, info, debug, silent.',
    ],
  ])('when %s is %s', (name, value, message) => {
    const refusal = caught(() => readConfig({ SECRET_KEY: KEY, [name]: value }, 'production'))
    expect(`${refusal.code}: ${refusal.message}`).toBe(message)
  })

  test.each(['http://login.example.com', 'login.example.com', 'https://login.example.com?x=1', ''])(
    'when IDP_ISSUER is %s beside an id and a secret',
    (issuer) => {
      const refusal = caught(() =>
        readConfig(
          { SECRET_KEY: KEY, IDP_ISSUER: issuer, IDP_CLIENT_ID: 'aforo', IDP_CLIENT_SECRET: 'Marker' },
          'production',
        ),
      )
      expect(`${refusal.code}: ${refusal.message}`).toBe(
        `CONFIG_INVALID: IDP_ISSUER is ${JSON.stringify(issuer)}; expected an address that begins with https://, ` +
          'without query.',
      )
    },
  )

  test.each([
    ['missing', undefined, 'is missing'],
    ['empty', '', 'is missing'],
    ['short', KEY.slice(0, 31), 'has 31 bytes'],
    ['one letter', 'a'.repeat(64), 'repeats itself'],
    ['a piece repeated', 'abcdefghijkl'.repeat(4), 'repeats itself'],
    ['an example', `change-me-${KEY}`, 'looks like an example'],
  ])('in production when SECRET_KEY is %s, without telling the key', (_, key, why) => {
    const refusal = caught(() => readConfig({ SECRET_KEY: key }, 'production'))
    expect(`${refusal.code}: ${refusal.message}`).toBe(
      `SECRET_KEY_WEAK: SECRET_KEY ${why}; expected at least 32 random bytes, for example from: openssl rand ` +
        '-base64 48',
    )
  })

  test('in demo mode as well when a key was given and is weak', () => {
    expect(caught(() => readConfig({ SECRET_KEY: 'short' }, 'demo')).code).toBe('SECRET_KEY_WEAK')
  })
})

test('an empty environment gives the demo its defaults', () => {
  expect(readConfig({}, 'demo')).toEqual({
    mode: 'demo',
    host: '127.0.0.1',
    port: 8080,
    dataDir: './data',
    publicUrl: 'http://localhost:8080',
    secretKey: null,
    secretKeyOld: [],
    catalogUrl: 'sqlite:./data/catalog.sqlite',
    factsUrl: 'duckdb:./data/facts.duckdb',
    loginDomain: 'aforo.test',
    trustProxy: [],
    logLevel: 'info',
    drainS: 0,
    smtpUrl: null,
    mailFrom: 'aforo@aforo.test',
    noticeMail: false,
    idp: null,
    readingDays: 400,
    auditDays: 400,
    removalDays: 30,
    journalKeptMb: 1024,
    factsMemoryMb: expect.any(Number) as number,
    exportDays: 7,
    exportQuotaMb: 2000,
    quotas: USUAL_QUOTAS,
    metricsPort: null,
    dashboardsDir: null,
    chromium: null,
    printSandbox: 'auto',
    linkHosts: [],
    webhooks: { hosts: null, origins: [], ports: [443] },
    reportDomains: null,
  })
})

test('in production a public address must be https, unless plain http is explicitly allowed', () => {
  const read = (PUBLIC_URL: string, more = {}, mode: 'demo' | 'production' = 'production') =>
    caught(() => {
      readConfig({ SECRET_KEY: KEY, PUBLIC_URL, ...more }, mode)
      throw new Error('taken')
    })
  expect(read('http://aforo.example.com')).toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(
      /^PUBLIC_URL is "http:\/\/aforo\.example\.com"; expected an address that begins with https:\/\/.*ALLOW_HTTP=yes/,
    ),
  })
  expect(read('http://127.0.0.1.example.com').code).toBe('CONFIG_INVALID')
  for (const at of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080', 'https://aforo.example.com'])
    expect([at, read(at).message]).toEqual([at, 'taken'])
  expect(read('http://aforo.example.com', { ALLOW_HTTP: 'yes' }).message).toBe('taken')
  expect(read('http://demo.local', {}, 'demo').message).toBe('taken')
})

test('the facts may hold a quarter of the memory there is, and never so little that every question goes through the disk', () => {
  const { factsMemoryMb } = readConfig({}, 'demo')
  expect(factsMemoryMb).toBeGreaterThanOrEqual(256)
  expect(factsMemoryMb).toBeLessThanOrEqual(Math.max(256, totalmem() / 4_000_000))
})

test('what is set is taken', () => {
  const env = {
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/aforo',
    PUBLIC_URL: 'https://aforo.example.com/',
    SECRET_KEY: KEY,
    SECRET_KEY_OLD: 'before, and before that',
    CATALOG_URL: 'postgres://u:p@db/aforo',
    FACTS_URL: 'duckdb:/fast/facts.duckdb',
    LOGIN_DOMAIN: 'example.com',
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16',
    LOG_LEVEL: 'warn',
    DRAIN_S: '30',
    FACTS_MEMORY_MB: '512',
    SMTP_URL: 'smtps://u:p@mail.example.com',
    MAIL_FROM: 'no-reply@example.com',
    IDP_ISSUER: 'https://login.example.com',
    IDP_CLIENT_ID: 'aforo',
    IDP_CLIENT_SECRET: 'Marker',
    CHROMIUM: process.execPath,
    PRINT_SANDBOX: 'required',
    REPORT_DOMAINS: 'Example.com, partner.test',
    LINK_HOSTS: 'status.Example.com,wiki.example.com',
    WEBHOOK_HOSTS: 'Hooks.example.com, http://alerts.lan:8080',
    WEBHOOK_PORTS: '443, 8443',
  }
  expect(readConfig(env, 'production')).toEqual({
    mode: 'production',
    host: '::1',
    port: 0,
    dataDir: '/srv/aforo',
    publicUrl: 'https://aforo.example.com',
    secretKey: KEY,
    secretKeyOld: ['before', 'and before that'],
    catalogUrl: 'postgres://u:p@db/aforo',
    factsUrl: 'duckdb:/fast/facts.duckdb',
    loginDomain: 'example.com',
    trustProxy: ['10.0.0.1', '10.1.0.0/16'],
    logLevel: 'warn',
    drainS: 30,
    smtpUrl: 'smtps://u:p@mail.example.com',
    mailFrom: 'no-reply@example.com',
    noticeMail: true,
    idp: { issuer: 'https://login.example.com', clientId: 'aforo', clientSecret: 'Marker' },
    readingDays: 400,
    auditDays: 400,
    removalDays: 30,
    journalKeptMb: 1024,
    factsMemoryMb: 512,
    exportDays: 7,
    exportQuotaMb: 2000,
    quotas: USUAL_QUOTAS,
    metricsPort: null,
    dashboardsDir: null,
    chromium: process.execPath,
    printSandbox: 'required',
    reportDomains: ['example.com', 'partner.test'],
    linkHosts: ['status.example.com', 'wiki.example.com'],
    webhooks: { hosts: ['hooks.example.com'], origins: ['http://alerts.lan:8080'], ports: [443, 8443] },
  })
})

function caught(work: () => unknown): { code: string; message: string } {
  try {
    work()
  } catch (error) {
    return error as { code: string; message: string }
  }
  throw new Error('nothing was refused')
}
