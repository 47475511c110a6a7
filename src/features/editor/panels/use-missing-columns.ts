/** Options of a widget that name columns its data lack, as the canvas and the panel say it. */
import { isRecord, own } from '#engine/core/document/pointer'
import { use, useEffect, useMemo, useState } from 'react'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { inputColumns } from '../model/columns.ts'
import { recordAt, textAt } from '../model/raw.ts'
import { fieldsOf, type JsonSchema } from '#engine/core/document/option-fields'
import { type MissingColumn, missingColumns } from '#engine/core/document/missing-columns'
import { PanelContext } from './ports.tsx'

const NONE: readonly MissingColumn[] = []

export function useMissingColumns(id: string): readonly MissingColumn[] {
  const ports = use(PanelContext)
  const { sources } = useEditor().context
  const raw = useEditorState((state) => own(state.doc.widgets, id))
  const queries = useEditorState((state) => state.doc.queries)
  const [schemas, setSchemas] = useState<Readonly<Record<string, JsonSchema>> | null>(null)
  useEffect(() => {
    let current = true
    // Without the schemas nothing is reported here; the panel says that they did not load.
    ports?.optionSchemas().then(
      (found) => {
        if (current) setSchemas(found)
      },
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [ports])
  return useMemo(() => {
    const schema = schemas === null ? undefined : own(schemas, textAt(raw, 'type'))
    if (!isRecord(schema)) return NONE
    const inputs = Object.keys(recordAt(raw, 'data'))
    const doc = { queries, widgets: { [id]: raw } }
    const found = missingColumns(fieldsOf(schema as JsonSchema), recordAt(raw, 'options'), inputs, (input) =>
      inputColumns(doc, sources, id, input),
    )
    return found.length === 0 ? NONE : found
  }, [schemas, raw, queries, sources, id])
}
