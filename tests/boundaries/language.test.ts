/**
 * Parts of react-aria that write, sort or walk by language take it from `InLanguage`, which the page's root does not
 * have: without it they speak the browser's language to a reader who chose another.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** Of what is imported, these look at no language, or give it. */
const WITHOUT_LANGUAGE = new Set([
  'Button',
  'ButtonContext',
  'Checkbox',
  'FieldError',
  'I18nProvider',
  'Label',
  'Link',
  'Switch',
  'Text',
  'TooltipTriggerStateContext',
])
/** Drawn inside panels that are in a language already. */
const INSIDE = new Set(['src/ui/option-list.tsx', 'src/ui/virtual-list.tsx'])

const namesOf = (file: string, text: string): string[] =>
  parseSync(file, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    moduleRequest.value === 'react-aria-components'
      ? entries.flatMap(({ isType, importName }) => (isType ? [] : [importName.name ?? '*']))
      : [],
  )

const lacksLanguage = (file: string, text: string): boolean =>
  namesOf(file, text).some((name) => !WITHOUT_LANGUAGE.has(name)) &&
  !INSIDE.has(file) &&
  !/<(?:InLanguage|OpenPopover)\b/.test(text)

test('every part of react-aria that has a language is in the reader’s language', () => {
  const files = globSync('{src,widgets}/**/*.tsx').filter((file) => !/\.(test|stories)\.tsx$|\/stories\//.test(file))
  const using = files.filter((file) => namesOf(file, readFileSync(file, 'utf8')).length > 0)
  expect(using.length).toBeGreaterThan(20)
  expect(using.filter((file) => lacksLanguage(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('the list of options is drawn by panels alone', () => {
  const importers = globSync('{src,widgets}/**/*.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes("/option-list.tsx'"),
  )
  expect(importers.toSorted()).toEqual(['src/ui/multi-select-panel.tsx', 'src/ui/select-list.tsx'])
})

test.each([
  ['import { Popover } from "react-aria-components"\n<Popover />', true],
  ['import { Popover } from "react-aria-components"\n<InLanguage><Popover /></InLanguage>', false],
  ['import { Button, type PressEvent } from "react-aria-components"', false],
  ['import type { Popover } from "react-aria-components"', false],
])('%s: lacks a language %s', (text, lacks) => {
  expect(lacksLanguage('a.tsx', text)).toBe(lacks)
})
