/** Entries for the search in the editor's document, named in the reader's language. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useUi } from '#ui'
import { wordsOf } from '../model/part-names.ts'
import { argName } from '../model/arg-names.ts'
import { sourceTitle } from '../model/query-names.ts'
import { type SearchEntry, searchEntries } from '../model/search.ts'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import type { JsonSchema } from '#engine/core/document/option-fields'
import { columnName } from '../model/column-names.ts'
import { usePorts } from '../panels/ports.tsx'
import { usePartName } from '../panels/use-part-name.ts'

export function useFindEntries(): {
  readonly entries: readonly SearchEntry[]
  readonly nameOf: (part: string) => string
} {
  const { t, locale } = useUi()
  const { widgets, sources } = useEditor().context
  const { widgetText, optionSchemas, appText } = usePorts()
  const partName = usePartName()
  const doc = useEditorState((state) => state.doc)
  const loaded = useEditorState((state) => state.loaded)
  // Options can be found as soon as their schemas are here; where they never come, all else can.
  const [schemas, setSchemas] = useState<Readonly<Record<string, JsonSchema>>>({})
  useEffect(() => {
    let isOpen = true
    optionSchemas().then(
      (found) => {
        if (isOpen) setSchemas(found)
      },
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [optionSchemas])
  const entries = useMemo(
    () =>
      searchEntries(doc, {
        t,
        partName,
        widgetText,
        schemaOf: (type) => (widgets.has(type) ? schemas[type] : undefined),
        columnName: (id) => columnName(t, id),
        argName: (name) => argName(t, name),
        sourceTitle: (name) => sourceTitle(t, name),
        argsOf: (source) => Object.keys(sources.get(source)?.args ?? {}),
        read: (text) => wordsOf(loaded, text, locale, appText),
      }),
    [doc, loaded, t, locale, partName, widgetText, appText, schemas, widgets, sources],
  )
  const nameOf = useCallback(
    (part: string) => {
      const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(part) ?? []
      if (part === '') return wordsOf(loaded, loaded.model.name, locale, appText)
      return kind === 'section' || kind === 'param' || kind === 'query' ? partName(kind, id) : partName('widget', part)
    },
    [loaded, locale, appText, partName],
  )
  return { entries, nameOf }
}
