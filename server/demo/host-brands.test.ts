import { expect, test } from 'vitest'
import { faintColour } from '#domain/branding'
import { memoryCatalog } from '../testing/catalog.ts'
import { readImage } from '../modules/brands/image-check.ts'
import { ref } from '../plugins/schemas.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { wrongAnswer } from '../testing/answers.ts'
import { insertHostBrands } from './host-brands.ts'

test('the demo has two brands to open, each with readable colours and four pictures of its own', async () => {
  const catalog = await memoryCatalog()
  await insertHostBrands(catalog, 0)
  const brands = await catalog.brands.list(SYSTEM_SCOPE)
  expect(brands.map(({ label, buttonStyle }) => [label, buttonStyle])).toEqual([
    ['marina', 'pill'],
    ['norte', 'square'],
  ])
  expect(brands.map((brand) => wrongAnswer(ref('entities/brand'), brand))).toEqual([null, null])
  const urls = brands.flatMap(({ logoUrl, navbarLogoUrl, iconUrl, backgroundImageUrl }) => [
    logoUrl,
    navbarLogoUrl,
    iconUrl,
    backgroundImageUrl,
  ])
  expect(new Set(urls).size).toBe(8)
  for (const url of urls) {
    const image = await catalog.brandImages.bytes(Number(url?.split('/').at(-1)))
    expect(readImage(image?.bytes ?? Buffer.alloc(0)).type).toBe('image/png')
  }
  expect(brands.map(({ colours }) => faintColour(colours))).toEqual([null, null])
  await catalog.close()
})
