/**
 * Accounts from the command line; also how the first administrator is made. See `USAGE`.
 */
import { randomInt } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { ACCESS_FLAGS, isAccessFlag } from '#domain/access'
import type { AccessFlag } from '#domain/access'
import type { AuditAction } from '#domain/audit-actions'
import { isCommonPassword } from '#domain/common-password'
import { brokenRules, PASSWORD_MIN_LENGTH } from '#domain/password'
import { SYSTEM_CLOCK } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { readOldKeys, readSecretKey, readStoreConfig } from '../lib/config.ts'
import type { Catalog } from '../catalog.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { rotateKey } from '../key-check.ts'
import { archiveReader, archivesIn } from '../modules/audit/archive-file.ts'
import { brokenSentence } from '../modules/audit/verify.ts'
import { hashPassword } from '../modules/session/password-hash.ts'
import { normalUsername } from '../lib/user.ts'
import type { User } from '../lib/user.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { secretsOf, type Secrets } from '../lib/secrets.ts'
import { openCatalog } from '../stores.ts'

export const USAGE = `Usage:
  npm run user -- add EMAIL [--role basic|admin] [--flag NAME]… [--client ID-OR-NAME]… [--demo-names] [--password-stdin]
  npm run user -- list
  npm run user -- passwd EMAIL [--password-stdin]
  npm run user -- disable EMAIL
  npm run user -- enable EMAIL
  npm run user -- audit [--head HASH]
  npm run user -- rotate-key

Without --password-stdin a password is made up and printed once. audit reads the audit log and says whether it is as it was
written; --head takes the hash an earlier check printed, which must still be in it. rotate-key seals every secret with SECRET_KEY
anew; SECRET_KEY_OLD names the key of before, and the server may run with both meanwhile.
Flags: ${ACCESS_FLAGS.join(', ')}.`

export interface UserCommand {
  readonly catalog: Catalog
  readonly loginDomain: string
  readonly clock: Clock
  readonly print: (line: string) => void
  /** The password on standard input. */
  readonly readPassword: () => Promise<string>
  /** Where archives of the audit log are. */
  readonly dataDir: string
  /** SECRET_KEY and SECRET_KEY_OLD. Throws StartError SECRET_KEY_WEAK. */
  readonly secrets: () => Secrets
}

/** Runs one command. Throws StartError or AppError with a sentence for the person at the terminal. */
export async function userCommand(
  args: readonly string[],
  { catalog, loginDomain, dataDir, clock, print, readPassword, secrets }: UserCommand,
): Promise<void> {
  const {
    values,
    positionals: [verb, typed = ''],
  } = parse(args)
  const username = normalUsername(typed, loginDomain)

  async function chosenPassword(): Promise<{ password: string; isNew: boolean }> {
    if (values['password-stdin'] !== true) return { password: madeUpPassword(), isNew: true }
    const password = (await readPassword()).replace(/\r?\n$/, '')
    const broken = brokenRules(password)
    if (broken.length > 0)
      throw new StartError(
        'PASSWORD_WEAK',
        `The password breaks these rules: ${broken.join(', ')}; expected at least ${PASSWORD_MIN_LENGTH} characters ` +
          'with lower and upper case, a digit and a special character, without blanks.',
      )
    if (isCommonPassword(password, [username]))
      throw new StartError(
        'PASSWORD_COMMON',
        'The password is easy to guess: common words, names, years, keyboard walks and repetitions leave too little ' +
          'of its own; choose another.',
      )
    return { password, isNew: false }
  }

  async function known(): Promise<User> {
    const user = await catalog.users.findByUsername(SYSTEM_SCOPE, username)
    if (user === undefined)
      throw new AppError('USER_NOT_FOUND', `There is no user ${username}; "list" shows the ones there are.`)
    return user
  }

  const audit = (action: AuditAction, details = {}) =>
    catalog.audit.append(SYSTEM_SCOPE, { action, target: username, details, at: clock.now() })
  const report = ({ password, isNew }: { password: string; isNew: boolean }) => {
    if (isNew) print(`Password, shown only now: ${password}`)
  }

  switch (verb) {
    case 'add': {
      if (!/^[^\s@]{1,64}@[a-z0-9.-]{1,189}$/.test(username))
        throw new StartError(
          'USERNAME_INVALID',
          `${JSON.stringify(typed)} is no e-mail address; expected for example ana@example.com.`,
        )
      const role = roleFrom(values.role)
      const flags = flagsFrom(values.flag ?? [])
      const clients = await clientsFrom(catalog, values.client ?? [])
      const chosen = await chosenPassword()
      const passwordHash = await hashPassword(chosen.password)
      await catalog.users.insert(
        SYSTEM_SCOPE,
        { username, passwordHash, role, flags, clients, properties: { demo: values['demo-names'] === true } },
        clock.now(),
      )
      await audit('user.add', { role, flags, clients })
      print(`Added ${username} (${role}).`)
      return report(chosen)
    }
    case 'list': {
      for (const user of await catalog.users.list(SYSTEM_SCOPE)) print(describe(user))
      return
    }
    case 'passwd': {
      const { id } = await known()
      const chosen = await chosenPassword()
      await catalog.passwords.set(SYSTEM_SCOPE, id, {
        passwordHash: await hashPassword(chosen.password),
        at: clock.now(),
      })
      await audit('user.password')
      print(`Changed the password of ${username}; its sessions have ended.`)
      return report(chosen)
    }
    case 'disable':
    case 'enable': {
      await catalog.users.setEnabled(SYSTEM_SCOPE, (await known()).id, verb === 'enable')
      await audit(`user.${verb}`)
      return print(`${username} is ${verb}d.`)
    }
    case 'audit': {
      const found = await catalog.audit.verify(values.head, archiveReader(archivesIn(dataDir)))
      if (!found.whole)
        throw new StartError('AUDIT_BROKEN', `The audit log is not as it was written: ${brokenSentence(found)}.`)
      return print(`The audit log is whole: ${found.entries} entries, head ${found.head}`)
    }
    case 'rotate-key': {
      const done = await rotateKey(catalog, secrets(), clock)
      await catalog.audit.append(SYSTEM_SCOPE, {
        action: 'key.rotate',
        target: 'server',
        details: { values: done },
        at: clock.now(),
      })
      return print(
        `${done} secrets are sealed with SECRET_KEY now; SECRET_KEY_OLD is not needed any more once the server has ` +
          'started with both.',
      )
    }
    default:
      throw new StartError('USAGE', USAGE)
  }
}

function parse(args: readonly string[]) {
  const many = { type: 'string', multiple: true } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        flag: many,
        client: many,
        'demo-names': { type: 'boolean' },
        'password-stdin': { type: 'boolean' },
        head: { type: 'string' },
      },
    })
  } catch (cause) {
    throw new StartError('USAGE', `${cause instanceof Error ? cause.message : String(cause)}\n${USAGE}`, { cause })
  }
}

function roleFrom(role = 'basic'): User['role'] {
  if (role === 'basic' || role === 'admin') return role
  throw new StartError('ROLE_UNKNOWN', `The role is ${JSON.stringify(role)}; expected basic or admin.`)
}

function flagsFrom(names: readonly string[]): AccessFlag[] {
  return names
    .flatMap((name) => name.split(','))
    .map((name) => {
      if (isAccessFlag(name)) return name
      throw new StartError(
        'FLAG_UNKNOWN',
        `There is no access flag ${JSON.stringify(name)}; expected one of ${ACCESS_FLAGS.join(', ')}.`,
      )
    })
}

async function clientsFrom({ clients }: Catalog, names: readonly string[]): Promise<number[]> {
  const all = await clients.list(SYSTEM_SCOPE)
  return names.map((name) => {
    const found = all.find((client) => String(client.id) === name || client.name === name)
    if (found !== undefined) return found.id
    throw new AppError(
      'CLIENT_NOT_FOUND',
      `There is no client ${JSON.stringify(name)}; expected an id or a name of ` +
        `${all.map((client) => `${client.id} ${client.name}`).join(', ') || '(there are none yet)'}.`,
    )
  })
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789@#%+=-_?'

/** 20 characters that are hard to confuse: some 120 bits. Drawn again until every rule is met. */
function madeUpPassword(): string {
  for (;;) {
    const password = Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    if (brokenRules(password).length === 0) return password
  }
}

const describe = ({ username, role, enabled, flags, clients }: User) =>
  [
    username,
    role,
    enabled ? 'enabled' : 'disabled',
    `clients: ${role === 'admin' ? 'all' : clients.join(',') || 'none'}`,
    `flags: ${flags.join(',') || 'none'}`,
  ].join('\t')

async function run(): Promise<number> {
  try {
    const config = readStoreConfig(process.env)
    const catalog = await openCatalog(config)
    try {
      await userCommand(process.argv.slice(2), {
        catalog,
        loginDomain: config.loginDomain,
        dataDir: config.dataDir,
        clock: SYSTEM_CLOCK,
        print: console.log,
        readPassword: () => text(process.stdin),
        secrets: () => secretsOf(readSecretKey(process.env, 'production') ?? '', readOldKeys(process.env)),
      })
    } finally {
      await catalog.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof AppError)) throw error
    console.error(error.code === 'USAGE' ? error.message : `${error.code}: ${error.message}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await run()
