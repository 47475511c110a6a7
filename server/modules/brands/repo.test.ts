/** Brands and their images in the store: who writes them, and which images are kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_BRANDING } from '#domain/branding'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { SYSTEM_SCOPE, type Scope } from '../../lib/scope.ts'

const NOW = 1_000_000
let catalog: Catalog
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
const branding = (label: string, more: object = {}) => ({ ...DEFAULT_BRANDING, label, ...more })
const FACTS = { type: 'image/png', width: 4, height: 3 } as const
const image = (at: number, by: Scope = SYSTEM_SCOPE) =>
  catalog.brandImages.insert(by, Buffer.from([1, 2, 3]), FACTS, at)

test('only an administrator lists or writes brands and images', async () => {
  const by: Scope = { userId: 1, role: 'basic', clients: [], demo: false }
  const { brands, brandImages } = catalog
  for (const act of [
    () => brands.list(by),
    () => brands.find(by, 1),
    () => brands.insert(by, branding('x')),
    () => brands.replace(by, 1, branding('x')),
    () => brands.remove(by, 1),
  ])
    await expect(act()).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
      message: 'Only an administrator may see and change brands.',
    })
  for (const act of [() => image(NOW, by), () => brandImages.sweep(by, new Set(), NOW)])
    await expect(act()).rejects.toMatchObject({
      code: 'ADMIN_REQUIRED',
      message: 'Only an administrator may add images.',
    })
})

describe('a brand', () => {
  test('is found by its label without a session, and listed by label', async () => {
    const { brands } = catalog
    const [zoo, ace] = [
      await brands.insert(SYSTEM_SCOPE, branding('zoo')),
      await brands.insert(SYSTEM_SCOPE, branding('ace')),
    ]
    expect(zoo).toEqual({ id: expect.any(Number), ...branding('zoo') })
    expect([await brands.byLabel('zoo'), await brands.byLabel('none')]).toEqual([zoo, undefined])
    expect(await brands.list(SYSTEM_SCOPE)).toEqual([ace, zoo])
    expect([await brands.find(SYSTEM_SCOPE, ace.id), await brands.find(SYSTEM_SCOPE, 0)]).toEqual([ace, undefined])
  })

  test('has a label of its own, and is changed and removed by its number alone', async () => {
    const { brands } = catalog
    const taken = {
      code: 'NAME_TAKEN',
      message: 'There is already a brand for zoo; change that one or choose another label.',
    }
    await expect(brands.insert(SYSTEM_SCOPE, branding('zoo'))).rejects.toMatchObject(taken)
    const [ace, zoo] = await brands.list(SYSTEM_SCOPE)
    await expect(brands.replace(SYSTEM_SCOPE, ace!.id, branding('zoo'))).rejects.toMatchObject(taken)
    expect(await brands.replace(SYSTEM_SCOPE, ace!.id, branding('bee', { maintenance: true }))).toEqual({
      id: ace!.id,
      ...branding('bee', { maintenance: true }),
    })
    expect(await brands.replace(SYSTEM_SCOPE, 0, branding('cat'))).toBe(undefined)
    expect((await brands.list(SYSTEM_SCOPE)).map(({ label }) => label)).toEqual(['bee', 'zoo'])
    await brands.remove(SYSTEM_SCOPE, ace!.id)
    expect(await brands.list(SYSTEM_SCOPE)).toEqual([zoo])
  })
})

describe('an image', () => {
  test('is kept as it came, under an address of its own', async () => {
    const made = await image(NOW)
    expect(made).toEqual({ id: expect.any(Number), url: `/api/brand-images/${made.id}`, bytes: 3, ...FACTS })
    expect(await catalog.brandImages.bytes(made.id)).toEqual({ type: 'image/png', bytes: Buffer.from([1, 2, 3]) })
    expect(await catalog.brandImages.bytes(0)).toBe(undefined)
  })

  test('that an address does not lead to is missing, for any address', async () => {
    const { url } = await image(NOW)
    const wrong = ['/api/brand-images/987654', '/api/brand-images/99999999999', '/elsewhere/1', '/api/brand-images/x']
    expect(await catalog.brandImages.missing([url, ...wrong])).toEqual(wrong)
    expect([await catalog.brandImages.missing([]), await catalog.brandImages.missing([url])]).toEqual([[], []])
    expect(await catalog.brandImages.missing(['/api/brand-images/99999999999'])).toHaveLength(1)
  })

  test('goes when no brand shows it, unless it was uploaded just now', async () => {
    const [used, old, fresh] = [await image(NOW - 10), await image(NOW - 10), await image(NOW)]
    await catalog.brandImages.sweep(SYSTEM_SCOPE, new Set([used.url]), NOW)
    const left = await Promise.all(
      [used, old, fresh].map(async ({ id }) => (await catalog.brandImages.bytes(id)) !== undefined),
    )
    expect(left).toEqual([true, false, true])
  })
})
