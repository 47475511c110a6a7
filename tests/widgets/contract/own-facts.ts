/**
 * Forbidden content of a widget: addresses, icons that are not there, gestures it does not declare, texts of one
 * language.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { LANGUAGES } from '#domain/languages'
import { VALUE_KINDS } from '#engine/types'
import { codeIn, jsonIn, schemaIn, type WidgetFolder } from './folder.ts'
import type { Fact } from './types.ts'

const lacks = (what: string, values: readonly string[]): string[] =>
  values.length === 0 ? [] : [`${what}: ${values.join(', ')}`]

/** Names of the icons, as the parts list them. */
const ICON_NAMES = [
  ...(
    readFileSync(join(import.meta.dirname, '../../../src/ui/icons/index.tsx'), 'utf8').split('export const ICONS')[1] ??
    ''
  ).matchAll(/^ {2}'?([\w-]+)'?: \w+Icon,$/gm),
].map(([, name]) => name ?? '')

const codeFiles = ({ files }: WidgetFolder) =>
  files.filter((file) => /^[^/]+\.tsx?$/.test(file) && !/\.(test|stories)\.tsx?$/.test(file))

/** `url(#pattern)` is a part of the drawing itself. */
const ADDRESS =
  /\b(?:https?|wss?|ftp):[^\s'"`]*|\b(?:data:\w+\/|blob:)[^\s'"`]*|['"`(]\/\/[\w-]+\.[^\s'"`)]*|url\(\s*['"]?(?!#)[^)]*\)|@import\b/gi

/** Attributes that are read or heard. */
const SPOKEN =
  /^(title|label|placeholder|alt|aria-label|aria-description|aria-roledescription|aria-valuetext|note|heading)$/
const isText = (value: string) => /\p{L}{2,}/u.test(value)

/** Words that are in the code, and so in one language. */
function writtenIn(widget: WidgetFolder, file: string): string[] {
  const found: string[] = []
  new Visitor({
    JSXText({ value }) {
      if (isText(value)) found.push(value.trim())
    },
    JSXAttribute({ name, value }) {
      const inner = value?.type === 'JSXExpressionContainer' ? value.expression : value
      if (name.type === 'JSXIdentifier' && SPOKEN.test(name.name) && inner?.type === 'Literal')
        if (typeof inner.value === 'string' && isText(inner.value)) found.push(inner.value)
    },
  }).visit(parseSync(file, widget.read(file)).program)
  return found
}

interface Node {
  readonly type: string
  readonly name?: unknown
  readonly value?: unknown
  readonly key?: Node
  readonly properties?: readonly Node[]
  readonly callee?: Node
  readonly arguments?: readonly Node[]
}

/** Gestures that the code sends, with the fields that are written out there. */
function sentIn(widget: WidgetFolder, file: string): { event: string; fields: readonly string[] }[] {
  const found: { event: string; fields: readonly string[] }[] = []
  new Visitor({
    CallExpression(call) {
      const { callee, arguments: [event, payload] = [] } = call as unknown as Node
      if (callee?.name !== 'emit' || typeof event?.value !== 'string') return
      const properties = payload?.type === 'ObjectExpression' ? (payload.properties ?? []) : []
      found.push({ event: event.value, fields: properties.map(({ key }) => String(key?.name ?? key?.value)) })
    },
  }).visit(parseSync(file, widget.read(file)).program)
  return found
}

const texts = (node: unknown, path = ''): [string, string][] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node as object).flatMap(([key, value]) => texts(value, `${path}.${key}`))

/** Short words are the same in several languages; sentences are not. */
const isSentence = (text: string) => text.length > 24 && /\s/.test(text) && isText(text.replaceAll(/\{\{.*?\}\}/g, ''))

export const ownFacts: readonly Fact[] = [
  {
    id: 'icon',
    about: 'Folder',
    sentence: 'its icon is one of the house',
    check: ({ definition: { icon } }) => lacks('no icon', ICON_NAMES.includes(icon) ? [] : [icon]),
  },
  {
    id: 'translated',
    about: 'Texts',
    sentence: 'no other language is a copy of English',
    check(widget) {
      const english = texts(jsonIn(widget, 'i18n/en.json')).filter(([, text]) => isSentence(text))
      return LANGUAGES.filter((language) => language !== 'en').flatMap((language) => {
        const own = new Map(texts(jsonIn(widget, `i18n/${language}.json`)))
        return lacks(
          `${language} is English`,
          english.flatMap(([key, text]) => (own.get(key) === text ? [key.slice(1)] : [])),
        )
      })
    },
  },
  {
    id: 'written',
    about: 'Texts',
    sentence: 'no text is written into its code',
    check: (widget) => codeFiles(widget).flatMap((file) => lacks(`${file} says`, writtenIn(widget, file))),
  },
  {
    id: 'addresses',
    about: 'Code',
    sentence: 'code and styles name no address, and no picture or font from elsewhere',
    check: (widget) =>
      [...codeFiles(widget), ...widget.files.filter((file) => file.endsWith('.css'))].flatMap((file) =>
        lacks(
          `${file} names`,
          (file.endsWith('.css') ? widget.read(file).replaceAll(/\/\*[^]*?\*\//g, '') : codeIn(widget, file)).match(
            ADDRESS,
          ) ?? [],
        ),
      ),
  },
  {
    id: 'gesture-kinds',
    about: 'Code',
    sentence: 'every field of its gestures says what it holds: a kind, or members of the columns that an option names',
    check(widget) {
      const { properties } = schemaIn(widget) as { properties: Record<string, { 'x-ui'?: { role?: string } }> }
      return Object.entries(widget.definition.emits ?? {}).flatMap(([event, fields]) => [
        ...(Object.keys(fields).length === 0 ? [`${event} has no field`] : []),
        ...Object.entries(fields).flatMap(([field, holds]) => {
          if (typeof holds === 'string') return VALUE_KINDS.includes(holds) ? [] : [`${event}.${field} holds ${holds}`]
          const place = 'daysOf' in holds ? holds.daysOf : holds.memberOf
          const option = properties[place.split('/')[0] ?? '']
          return option?.['x-ui']?.role === 'dim' ? [] : [`${event}.${field}: ${place} names no dimension`]
        }),
      ])
    },
  },
  {
    id: 'gestures',
    about: 'Code',
    sentence: 'it sends the gestures that it declares, with the fields that it declares, and no other',
    check(widget) {
      const declared = widget.definition.emits ?? {}
      return codeFiles(widget).flatMap((file) =>
        sentIn(widget, file).flatMap(({ event, fields }) => {
          const known = declared[event]
          return known === undefined
            ? [`${file} sends ${event}, which is not declared`]
            : lacks(
                `${file} sends with ${event}`,
                fields.filter((field) => !Object.hasOwn(known, field)),
              )
        }),
      )
    },
  },
]
