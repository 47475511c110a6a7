/** Finds the region of an address among those of the holiday library. */
import type { Region } from './official-question.ts'

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * The region of this name in any language, else the only one whose name holds it or is held by it ("Canarias", "Islas
 * Canarias"). Parts of a region are not guessed.
 */
export function regionNamed(name: string | null, regions: readonly Region[]): string | null {
  const wanted = plain(name ?? '')
  if (wanted === '') return null
  const whole = regions.filter(({ code }) => !code.includes('.'))
  const named = (fits: (own: string) => boolean) => whole.filter(({ names }) => names.some((one) => fits(plain(one))))
  const [exact] = named((own) => own === wanted)
  if (exact !== undefined) return exact.code
  const near = named((own) => ` ${own} `.includes(` ${wanted} `) || ` ${wanted} `.includes(` ${own} `))
  return near.length === 1 ? near[0]!.code : null
}
