import { textKeys } from '../text-keys.ts'

/**
 * Texts of a widget are looked up in its own file, then in those that widgets share (`lib/i18n`), then in the
 * application's: the same words are written once.
 */
const textAt = (texts: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (node, step) =>
        typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[step] : undefined,
      texts,
    )

/** The text of a dotted key in the first of these trees that has it. */
export function firstText(key: string, ...trees: readonly unknown[]): string | undefined {
  return textKeys(key)
    .flatMap((one) => trees.map((texts) => textAt(texts, one)))
    .find((found) => typeof found === 'string')
}
