/**
 * Which SECRET_KEY the data belong to. A server that starts with another one could read no secret, would seal new ones
 * beside the old, and would let go of the salts of visitors: it is refused before it does anything. A change of the key
 * has its own way, on which both can be read.
 */
import type { Clock } from './lib/clock.ts'
import type { Catalog } from './catalog.ts'
import { StartError } from './lib/errors.ts'
import type { Secrets } from './lib/secrets.ts'

/** Name of the setting that keeps which key is in force. */
const SETTING = 'secretKey'
interface InForce {
  readonly id: string
}

type Known = Pick<Catalog, 'settings' | 'sealed'>

/** The name of the key in force; undefined = the data were never used. */
export async function keyInForce(settings: Pick<Catalog['settings'], 'get'>): Promise<string | undefined> {
  return ((await settings.get(SETTING)) as InForce | undefined)?.id
}

export const wrongKey = (found: readonly string[], given: string) =>
  new StartError(
    'SECRET_KEY_WRONG',
    'SECRET_KEY is not the key of these data: they were written with key ' +
      `${found.map((id) => JSON.stringify(id)).join(' and ')}, and the one given is ${JSON.stringify(given)}. Start ` +
      'with the key of before; to change it, give that one as SECRET_KEY_OLD beside the new SECRET_KEY and run: npm ' +
      'run user -- rotate-key. Nothing was changed.',
  )

/**
 * Refuses a key that the data do not know, and notes the first one.
 *
 * @returns whether values wait to be sealed under the new key
 * @throws {StartError} SECRET_KEY_WRONG
 */
export async function admitKey(
  { settings, sealed }: Known,
  secrets: Secrets,
  clock: Clock,
): Promise<{ isRotating: boolean }> {
  const inForce = (await settings.get(SETTING)) as InForce | undefined
  const used = await sealed.keys()
  const foreign = [...new Set([...used, ...(inForce === undefined ? [] : [inForce.id])])].filter(
    (id) => !secrets.keyIds.includes(id),
  )
  if (foreign.length > 0) throw wrongKey(foreign.toSorted(), secrets.keyIds[0]!)
  if (inForce === undefined) await settings.set(SETTING, { id: secrets.keyIds[0]! } satisfies InForce, clock.now())
  return {
    isRotating: [...used, ...(inForce === undefined ? [] : [inForce.id])].some((id) => id !== secrets.keyIds[0]),
  }
}

/**
 * Seals every value of the catalog under the key in force; those of before must be known to `secrets`. May be stopped
 * and run again, beside a running server that knows both keys too: each value can be read at every moment.
 *
 * @returns how many values were sealed anew
 * @throws {StartError} SECRET_UNREADABLE when a value cannot be read; the others are done
 */
export async function rotateKey({ settings, sealed }: Known, secrets: Secrets, clock: Clock): Promise<number> {
  const current = secrets.keyIds[0]!
  let done = 0
  let unreadable: unknown
  for await (const values of sealed.under(current)) {
    for (const value of values) {
      let plain: string
      try {
        plain = secrets.open(value.sealed, value.place)
      } catch (error) {
        unreadable ??= error
        continue
      }
      await value.replace(secrets.seal(plain, value.place))
      done += 1
    }
  }
  if (unreadable !== undefined) throw unreadable
  await settings.set(SETTING, { id: current } satisfies InForce, clock.now())
  return done
}
