import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from './catalog.ts'
import { createCatalog } from './open-catalog.ts'
import { sealedPlace } from './db/sealed.ts'
import { admitKey, rotateKey } from './key-check.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'
import { secretsOf } from './lib/secrets.ts'
import { testDialects } from './testing/postgres.ts'

const [OLD, NEXT, THIRD] = ['old', 'next', 'third'].map((name) => `${name} `.repeat(9)) as [string, string, string]
const clock = { now: () => Date.UTC(2026, 10, 20) }
const idOf = (key: string) => secretsOf(key).keyIds[0]!
const MACS = Array.from({ length: 1203 }, (_, at) =>
  `02:00:00:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`.toUpperCase(),
)

const { dialects, stop } = await testDialects()
afterAll(stop)

let catalog: Catalog
afterEach(() => catalog.close())

/** One secret of each kind, and many of one of them, under a key. */
async function fill(key: string): Promise<void> {
  const secrets = secretsOf(key)
  await catalog.mails.add(0, (id) => secrets.seal('letter', sealedPlace('mails.sealed', id)))
  for (const mac of MACS)
    await catalog.hubble.addWifi(SYSTEM_SCOPE, {
      mac,
      ssid: 'net',
      password: secrets.seal(`Marker ${mac}`, sealedPlace('hubble_wifi.password', mac)),
      updated_at: 0,
    })
  await catalog.hubble.putSettings(SYSTEM_SCOPE, {
    kind: 'node',
    mac: MACS[0]!,
    settings: '{}',
    hidden: '["pin"]',
    sealed: secrets.seal('{"pin":"1"}', sealedPlace('hubble_settings.sealed', 'node', MACS[0]!)),
    updated_at: 0,
  })
}
const passwords = async (key: string) =>
  (await catalog.hubble.wifi(SYSTEM_SCOPE)).map(
    ({ mac, password }) => secretsOf(key).open(password!, sealedPlace('hubble_wifi.password', mac)) === `Marker ${mac}`,
  )

describe.each(dialects)('the key of the data on $name', ({ url }) => {
  beforeEach(async () => {
    catalog = await createCatalog({ catalogUrl: await url() })
  })

  test('a key that the data do not know is refused, with what to do, and nothing is changed', async () => {
    await fill(OLD)
    // Data of a version that kept no key: the sealed values identify it.
    await expect(admitKey(catalog, secretsOf(NEXT), clock)).rejects.toMatchObject({
      code: 'SECRET_KEY_WRONG',
      message:
        `SECRET_KEY is not the key of these data: they were written with key "${idOf(OLD)}", and the one ` +
        `given is "${idOf(NEXT)}". Start with the key of before; to change it, give that one as SECRET_KEY_OLD ` +
        'beside the new SECRET_KEY and run: npm run user -- rotate-key. Nothing was changed.',
    })
    expect(await catalog.settings.get('secretKey')).toBeUndefined()
    expect(await admitKey(catalog, secretsOf(OLD), clock)).toEqual({ isRotating: false })
    await expect(admitKey(catalog, secretsOf(NEXT), clock)).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
    await expect(admitKey(catalog, secretsOf(NEXT, [THIRD]), clock)).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
  })

  test('data without a secret know their key from the first start on', async () => {
    await admitKey(catalog, secretsOf(OLD), clock)
    await expect(admitKey(catalog, secretsOf(NEXT), clock)).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
  })

  test('a key is changed value by value, can be stopped and gone on with, and then the old one is not needed', async () => {
    await fill(OLD)
    await admitKey(catalog, secretsOf(OLD), clock)
    const both = secretsOf(NEXT, [OLD])
    expect(await admitKey(catalog, both, clock)).toEqual({ isRotating: true })
    let sealed = 0
    const stopping = {
      ...both,
      seal: (plain: string, place: string) => {
        if (++sealed > 700) throw new Error('stopped')
        return both.seal(plain, place)
      },
    }
    await expect(rotateKey(catalog, stopping, clock)).rejects.toThrow('stopped')
    // Some are under one key and some under the other: each can be read with both, and the old key alone is refused as
    // well as the new one.
    await expect(admitKey(catalog, secretsOf(NEXT), clock)).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
    expect(await admitKey(catalog, both, clock)).toEqual({ isRotating: true })
    expect(await rotateKey(catalog, both, clock)).toBe(MACS.length + 2 - 700)
    expect(await admitKey(catalog, secretsOf(NEXT), clock)).toEqual({ isRotating: false })
    expect(new Set(await passwords(NEXT))).toEqual(new Set([true]))
    await expect(admitKey(catalog, secretsOf(OLD), clock)).rejects.toMatchObject({ code: 'SECRET_KEY_WRONG' })
    expect(await rotateKey(catalog, secretsOf(NEXT), clock)).toBe(0)
  })

  test('an unreadable value is reported, the others are re-encrypted, and the key is not changed', async () => {
    await fill(OLD)
    await admitKey(catalog, secretsOf(OLD), clock)
    await catalog.hubble.changeWifi(SYSTEM_SCOPE, MACS[600]!, {
      password: secretsOf(OLD).seal('x', 'elsewhere'),
      updated_at: 0,
    })
    await expect(rotateKey(catalog, secretsOf(NEXT, [OLD]), clock)).rejects.toMatchObject({
      code: 'SECRET_UNREADABLE',
      message: expect.stringContaining(`hubble_wifi.password:${MACS[600]}`),
    })
    expect(await catalog.settings.get('secretKey')).toEqual({ id: idOf(OLD) })
    expect(
      (await catalog.hubble.wifi(SYSTEM_SCOPE)).filter(({ password }) => password!.startsWith(`v1.${idOf(NEXT)}.`)),
    ).toHaveLength(MACS.length - 1)
  })
})
