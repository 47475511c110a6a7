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
  /** Tells one version of the text from another. */
  readonly hash: string
  /** By language; an English or Spanish name stands in for a missing one. */
  name(lang: string): string
}

const LAYOUTS = resolve(import.meta.dirname, '../../../layouts')

/** By id. */
export function builtInDashboards(directory = LAYOUTS): BuiltIn[] {
  return globSync('*.json', { cwd: directory })
    .sort()
    .map((file) => {
      const text = readFileSync(join(directory, file), 'utf8')
      const document = JSON.parse(text) as Record<string, unknown> & { _id: string }
      const head = headOf(document)
      return {
        ...head,
        id: document._id,
        flag: head.flags[0] ?? null,
        text,
        document,
        preview: previewOf(document),
        hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
        name: (lang) => readWords(head.names, lang, document._id),
      }
    })
}
