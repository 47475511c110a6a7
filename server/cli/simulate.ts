/**
 * Sensors without sensors: a fleet that is played against a server, or recorded counts that are sent again. See `USAGE`
 * and docs/simulator.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { strictMac } from '#domain/mac'
import { SYSTEM_CLOCK } from '../lib/clock.ts'
import { storeConfigIn } from '../lib/config.ts'
import { AppError, StartError } from '../lib/errors.ts'
import { ImportError } from '../modules/imports/reading/import-error.ts'
import { prepareImport } from '../modules/imports/reading/index.ts'
import { PRESETS, presetNamed } from '../modules/imports/reading/preset.ts'
import { openStores } from '../stores.ts'
import { ENCODERS, type EncoderName } from '../simulator/encode/index.ts'
import { readFleet, type FleetDevice } from '../simulator/fleet.ts'
import { createPlayer, type Faults, type Outage, type Source } from '../simulator/player.ts'
import { createPoster, type Posted } from '../simulator/post.ts'
import { prepareFleet } from '../simulator/prepare.ts'
import { replaySource, type Recorded } from '../simulator/replay-source.ts'
import { rhythmSource } from '../simulator/rhythm-source.ts'
import { run } from '../simulator/run.ts'

const VERBS = `
  npm run simulate -- play --fleet FILE [options]              people by the minute, at every device of the fleet
  npm run simulate -- prepare FILE… --client NAME --fleet OUT  places, footscans and keys for recorded counts; the server is stopped
  npm run simulate -- replay FILE… --fleet FILE [options]      recorded counts, as those devices would have sent them
  npm run simulate -- list | unplug MAC [--forget] | plug MAC  the sensors of a running demo`

export const USAGE = `Usage:${VERBS}

  --server URL        where to (default http://localhost:8080)
  --from TIME         begin of the played time, ISO 8601 (default now); earlier times are caught up with
  --until TIME        end of the played time (default: never; of a replay, its last hour)
  --speed N           played seconds in a second (default 1; a replay goes as fast as the server takes it)
  --outage SPEC       MAC,FROM,TO or all,FROM,TO: off the net; with ,lost the counts never come; may be given again
  --duplicate SHARE   of messages sent twice, 0 to 1          --delay S      on the way for up to so long
  --skew S            device clocks are ahead by this much    --drift PPM    and run away by this much
  --seed N            what the chances follow from (default 1)
  --format NAME       how the recorded file is written: ${[...PRESETS.keys()].join(', ')}
  --adapter NAME      how the devices write: ${Object.keys(ENCODERS).join(', ')} (default aforo)
  --recorded-dates    a replay keeps its dates; otherwise it is moved by whole weeks so that it ends yesterday
  --data-dir FOLDER   where prepare finds the data (default DATA_DIR or ./data)
  --user, --password  who unplugs (default the admin of the demo)`

type Values = ReturnType<typeof parse>['values']

export interface SimulateCommand {
  readonly now: () => number
  readonly print: (line: string) => void
  readonly stopped?: () => boolean
}

/** Runs the command. Throws StartError, ImportError or AppError with a sentence for the person at the terminal. */
export async function simulateCommand(
  args: readonly string[],
  { now, print, stopped }: SimulateCommand,
): Promise<void> {
  const {
    values,
    positionals: [verb = 'help', ...rest],
  } = parse(args)
  if (values.help === true || verb === 'help') return print(USAGE)
  if (verb === 'prepare') return prepare(values, rest, print)
  if (verb === 'list' || verb === 'plug' || verb === 'unplug') return control(verb, values, rest[0], print)
  if (verb !== 'play' && verb !== 'replay') throw usage(`There is no ${verb}.`)
  const fleet = await fleetOf(values)
  if (verb === 'play') {
    const from = timeOf(values, 'from') ?? now()
    return playAll(
      {
        fleet,
        source: rhythmSource(numberOf(values, 'seed', 1)),
        from,
        until: timeOf(values, 'until') ?? Infinity,
        speed: numberOf(values, 'speed', 1),
      },
      values,
      { now, print, ...(stopped && { stopped }) },
    )
  }
  const recorded = await recordedFrom(values, rest, now())
  const until = Math.min(recorded.to, timeOf(values, 'until') ?? Infinity)
  // An hour is reported at its end, and the first one ends an hour after the beginning.
  return playAll(
    {
      fleet,
      source: recorded,
      from: Math.max(recorded.from, timeOf(values, 'from') ?? -Infinity),
      until: until + 3_600_000,
      speed: numberOf(values, 'speed', Infinity),
    },
    values,
    { now, print, ...(stopped && { stopped }) },
  )
}

async function playAll(
  what: { fleet: readonly FleetDevice[]; source: Source; from: number; until: number; speed: number },
  values: Values,
  { now, print, stopped }: SimulateCommand,
): Promise<void> {
  const { fleet, source, from, until, speed } = what
  const player = createPlayer({ fleet, source, from, faults: faultsOf(values), seed: numberOf(values, 'seed', 1) })
  const poster = createPoster({ server: serverOf(values) })
  const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
  print(
    `${fleet.length} devices from ${iso(from)}${Number.isFinite(until) ? ` to ${iso(until)}` : ''} against ` +
      serverOf(values),
  )
  let lastPrinted = 0
  await run({
    player,
    poster,
    from,
    until,
    speed,
    now,
    ...(stopped && { stopped }),
    onStep(playedTo) {
      if (now() - lastPrinted < 10_000) return
      lastPrinted = now()
      print(`  ${iso(playedTo)}  ${summary(poster.posted)}`)
    },
  })
  print(`done: ${summary(poster.posted)}`)
}

const summary = ({ stored, retries, lost, refused }: Posted) =>
  [
    `${stored} messages stored`,
    `${retries} sent again`,
    ...(lost ? [`${lost} given up`] : []),
    ...[...refused].map(([code, n]) => `${n} refused (${code})`),
  ].join(', ')

async function prepare(values: Values, files: readonly string[], print: (line: string) => void): Promise<void> {
  if (values.fleet === undefined || values.client === undefined) throw usage('prepare needs --client and --fleet.')
  const prepared = await prepareImport({ files, preset: presetNamed(values.format ?? 'hourly'), client: values.client })
  const config = storeConfigIn(process.env, values['data-dir'])
  const stores = await openStores(config)
  try {
    const devices = await prepareFleet(prepared, {
      catalog: stores.catalog,
      now: SYSTEM_CLOCK.now(),
      adapter: adapterOf(values),
    })
    // Keys are in it: for its owner only.
    await writeFile(values.fleet, `${JSON.stringify({ devices }, null, 2)}\n`, { mode: 0o600 })
    print(`${devices.length} footscans of ${values.client} are ready; their keys are in ${values.fleet}`)
  } finally {
    prepared.close()
    await stores.close()
  }
}

async function recordedFrom(values: Values, files: readonly string[], now: number): Promise<Recorded> {
  const prepared = await prepareImport({ files, preset: presetNamed(values.format ?? 'hourly'), client: 'replay' })
  const { reading, merging } = await prepared.counted()
  prepared.close()
  const asRecorded = replaySource(reading, merging)
  if (values['recorded-dates'] === true) return asRecorded
  const weeks = Math.floor((now - 86_400_000 - asRecorded.to) / (7 * 86_400_000))
  return replaySource(reading, merging, weeks * 7)
}

async function control(
  verb: 'list' | 'plug' | 'unplug',
  values: Values,
  typed: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const server = serverOf(values)
  const { DEMO_PASSWORD } = await import('../demo/users.ts')
  const signIn = await fetch(`${server}/api/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      username: values.user ?? 'admin',
      password: values.password ?? DEMO_PASSWORD,
    }),
  }).catch((cause: unknown) => {
    throw new StartError('SERVER_UNREACHABLE', `${server} does not answer; start it, or name another with --server.`, {
      cause,
    })
  })
  const { access_token: token } = (await answerOf(signIn)) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  if (verb === 'list') {
    const devices = (await answerOf(await fetch(`${server}/api/demo/simulator`, { headers }))) as {
      mac: string
      plugged: boolean
    }[]
    for (const { mac, plugged } of devices) print(`${mac}  ${plugged ? 'plugged in' : 'unplugged'}`)
    return
  }
  const mac = strictMac(typed ?? '')
  if (mac === null) throw usage(`${verb} needs a MAC of 12 hex digits; ${JSON.stringify(typed ?? '')} is none.`)
  const body = JSON.stringify({ plugged: verb === 'plug', ...(values.forget === true && { forget: true }) })
  await answerOf(await fetch(`${server}/api/demo/simulator/${mac}`, { method: 'PUT', headers, body }))
  print(`${mac} is ${verb === 'plug' ? 'plugged in' : 'unplugged'}`)
}

async function answerOf(answer: Response): Promise<unknown> {
  const body = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  if (!answer.ok)
    throw new StartError(
      body.code ?? 'SERVER_UNREACHABLE',
      body.message ?? `${answer.url} answered ${answer.status} and said nothing else.`,
    )
  return body
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const yes = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        fleet: text,
        server: text,
        from: text,
        until: text,
        speed: text,
        duplicate: text,
        delay: text,
        skew: text,
        drift: text,
        seed: text,
        format: text,
        adapter: text,
        client: text,
        'data-dir': text,
        user: text,
        password: text,
        outage: { type: 'string', multiple: true },
        'recorded-dates': yes,
        forget: yes,
        help: { ...yes, short: 'h' },
      },
    })
  } catch (cause) {
    throw usage(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

const usage = (why: string, cause?: unknown) => new StartError('USAGE', `${why}\n${USAGE}`, { cause })

async function fleetOf({ fleet }: Values): Promise<FleetDevice[]> {
  if (fleet === undefined) throw usage('--fleet is missing.')
  return readFleet(
    await readFile(fleet, 'utf8').catch((cause: unknown) => {
      throw new StartError('FLEET_INVALID', `${fleet} could not be read.`, { cause })
    }),
  )
}

const serverOf = ({ server = 'http://localhost:8080' }: Values) => server.replace(/\/+$/, '')

function adapterOf({ adapter = 'aforo' }: Values): EncoderName {
  if (!Object.hasOwn(ENCODERS, adapter))
    throw usage(`--adapter is ${adapter}; one of ${Object.keys(ENCODERS).join(', ')} was expected.`)
  return adapter as EncoderName
}

function numberOf(
  values: Values,
  name: 'speed' | 'duplicate' | 'delay' | 'skew' | 'drift' | 'seed',
  fallback: number,
): number {
  const given = values[name]
  const number = given === undefined ? fallback : Number(given)
  if (
    Number.isNaN(number) ||
    (name === 'speed' && number <= 0) ||
    (name === 'duplicate' && !(number >= 0 && number <= 1))
  )
    throw usage(`--${name} is ${JSON.stringify(given)}; a number was expected.`)
  return number
}

const faultsOf = (values: Values): Faults => ({
  outages: (values.outage ?? []).map(outageFrom),
  duplicate: numberOf(values, 'duplicate', 0),
  delayMs: numberOf(values, 'delay', 0) * 1000,
  skewMs: numberOf(values, 'skew', 0) * 1000,
  driftPpm: numberOf(values, 'drift', 0),
})

function outageFrom(spec: string): Outage {
  const [who = '', from = '', to = '', lost] = spec.split(',')
  const mac = who === 'all' ? undefined : strictMac(who)
  const span = [Date.parse(from), Date.parse(to)] as const
  if (mac === null || span.some(Number.isNaN) || (lost !== undefined && lost !== 'lost'))
    throw usage(`--outage is ${JSON.stringify(spec)}; MAC,FROM,TO was expected, or with ,lost at the end.`)
  return { ...(mac !== undefined && { mac }), from: span[0], to: span[1], lost: lost === 'lost' }
}

function timeOf(values: Values, name: 'from' | 'until'): number | undefined {
  const given = values[name]
  if (given === undefined) return undefined
  const at = Date.parse(given)
  if (Number.isNaN(at))
    throw usage(`--${name} is ${JSON.stringify(given)}; a time such as 2026-03-01T10:00Z was expected.`)
  return at
}

async function main(): Promise<number> {
  let stopping = false
  process.once('SIGINT', () => {
    stopping = true
  })
  process.once('SIGTERM', () => {
    stopping = true
  })
  try {
    await simulateCommand(process.argv.slice(2), {
      now: () => SYSTEM_CLOCK.now(),
      print: console.log,
      stopped: () => stopping,
    })
    return 0
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof ImportError) && !(error instanceof AppError)) throw error
    console.error(error.code === 'USAGE' ? error.message : `${error.code}: ${error.message}`)
    return 1
  }
}

if (import.meta.main) process.exitCode = await main()
