/** The layouts that ship with the page, read once: what they are called in each language and who may open them. */
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isAccessFlag } from '#domain/access'
import type { AccessFlag } from '#domain/access'

export interface BuiltIn {
  readonly id: string
  readonly flag: AccessFlag | null
  /** By language; an English or Spanish name stands in for a missing one. */
  name(lang: string): string
}

interface LayoutHead { readonly _id: string; readonly name: string; readonly access?: string; readonly i18n?: Readonly<Record<string, Readonly<Record<string, string>>>> }

const LAYOUTS = resolve(import.meta.dirname, '../../../layouts')

/** By id. */
export function builtInDashboards(directory = LAYOUTS): BuiltIn[] {
  return globSync('*.json', { cwd: directory }).sort().map((file) => {
    const { _id: id, name, access, i18n = {} } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as LayoutHead
    const key = name.startsWith('t:') ? name.slice(2) : null
    return {
      id,
      flag: isAccessFlag(access) ? access : null,
      name: (lang) => (key === null ? name : i18n[lang]?.[key] ?? i18n.en?.[key] ?? i18n.es?.[key] ?? id),
    }
  })
}
