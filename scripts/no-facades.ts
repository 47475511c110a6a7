/**
 * A module that is imported when it is needed, and whose code is in a file of many, gets a file of its own from the
 * bundler that only hands its exports on: one more request on the way, and it must arrive before the next may start.
 * Import the file behind it instead.
 */
import type { Plugin } from 'vite'

const FACADE = /^export\s*\{([^}]*)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/

interface Chunk {
  type: 'chunk'
  fileName: string
  code: string
}

/**
 * The exports of a facade: `name: key` pairs as they are in an object of the page, and the file that has them. Null for
 * any other file.
 */
export function handsOn(
  code: string,
): { readonly from: string; readonly names: readonly (readonly [name: string, key: string])[] } | null {
  const [, names, from] = FACADE.exec(code.trim()) ?? []
  if (names === undefined || from === undefined) return null
  return {
    from,
    names: names.split(',').map((one) => {
      const [key = '', name = key] = one.trim().split(/\s+as\s+/)
      return [name, key] as const
    }),
  }
}

/** The code of a file with its imports of facades led to the files behind them. */
export function withoutFacades(
  code: string,
  facades: ReadonlyMap<string, NonNullable<ReturnType<typeof handsOn>>>,
): string {
  let led = code
  for (const [file, { from, names }] of facades) {
    if (!led.includes(file)) continue
    const handed = `.then(e=>({${names.map(([name, key]) => `${name}:e.${key}`).join(',')}}))`
    for (const quote of ['"', "'", '`'])
      led = led.replaceAll(`import(${quote}./${file}${quote})`, `import(${quote}./${from}${quote})${handed}`)
    // The list of files that are fetched beside it.
    led = led.replaceAll(`"assets/${file}"`, `"assets/${from}"`)
  }
  return led
}

export function noFacades(): Plugin {
  return {
    name: 'no-facades',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as unknown as Chunk[]
      const facades = new Map(
        chunks.flatMap(({ fileName, code }) => {
          const found = handsOn(code)
          return found === null ? [] : [[fileName.replace(/^.*\//, ''), found] as const]
        }),
      )
      for (const chunk of chunks) chunk.code = withoutFacades(chunk.code, facades)
    },
  }
}
