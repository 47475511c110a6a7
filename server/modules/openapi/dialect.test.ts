/**
 * The document in the dialect that OpenAPI 3.1 names: JSON Schema 2020-12. Ours are draft-07, which is what the guards
 * are made from.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

/** Keywords of draft-07 that 2020-12 ignores or reads otherwise, wherever a schema has them. */
function oldKeywords(node: unknown, place = '#'): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = Object.entries(node).flatMap(([key, value]) =>
    (key === 'dependencies' || key === 'additionalItems' || (key === 'items' && Array.isArray(value))) &&
    !place.endsWith('/properties')
      ? [`${place}/${key}`]
      : [],
  )
  return [...own, ...Object.entries(node).flatMap(([key, value]) => oldKeywords(value, `${place}/${key}`))]
}

test('no schema of the document has a keyword that its dialect ignores, and what such a keyword said is said', async () => {
  const document = (await f.get('/openapi.json')).body as {
    components: { schemas: Record<string, { dependentRequired?: unknown }> }
  }
  expect(oldKeywords(document)).toEqual([])
  expect(document.components.schemas.CompareQuery?.dependentRequired).toEqual({
    p2Start: ['p2End'],
    p2End: ['p2Start'],
  })
})

test('every answer has a status or a range of the specification, and every parameter of a path is in it', async () => {
  const { paths } = (await f.get('/openapi.json')).body as {
    paths: Record<
      string,
      Record<string, { responses: object; parameters?: { in: string; name: string; required?: boolean }[] }>
    >
  }
  const wrong = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, { responses, parameters = [] }]) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      const named = Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = '']) => name)
        .toSorted()
        .join()
      const isRight =
        Object.keys(responses).every((status) => /^([1-5](\d\d|XX)|default)$/.test(status)) &&
        inPath.every(({ required }) => required === true)
      return isRight &&
        named ===
          inPath
            .map(({ name }) => name)
            .toSorted()
            .join()
        ? []
        : [`${method} ${path}`]
    }),
  )
  expect(wrong).toEqual([])
})
