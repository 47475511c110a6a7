/**
 * The layouts that ship with the page, read once: what they are called in each language, who may open them, and their
 * text.
 */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { AccessFlag } from '#domain/access'
import { headOf, readWords } from './head.ts'
import type { Head } from './head.ts'
import { previewOf } from './preview.ts'
import type { Preview } from './preview.ts'

export interface BuiltIn extends Head {
  readonly id: string
  readonly flag: AccessFlag | null
  readonly text: string
  readonly document: Readonly<Record<string, unknown>>
  readonly preview: Preview
  /** Distinguishes the versions of the text. */
  readonly hash: string
  /** Its file is in the folder of the operator, and not of the product. */
  readonly isProvisioned: boolean
  /** By language; an English or Spanish name replaces a missing one. */
  name(lang: string): string
}

const LAYOUTS = resolve(import.meta.dirname, '../../../layouts')

/** By id. */
export const builtInDashboards = (directory = LAYOUTS): BuiltIn[] =>
  globSync('*.json', { cwd: directory })
    .sort()
    .map((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      return unchanging(text, JSON.parse(text) as Record<string, unknown>)
    })

/** A document that is read-only in the page. */
export function unchanging(text: string, document: Record<string, unknown>, isProvisioned = false): BuiltIn {
  const head = headOf(document)
  const id = String(document._id)
  return {
    ...head,
    id,
    flag: head.flags[0] ?? null,
    text,
    document,
    preview: previewOf(document),
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
    isProvisioned,
    name: (lang) => readWords(head.names, lang, id),
  }
}
