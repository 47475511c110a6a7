/** The cost of a query before it is sent: for sources that derive it from their arguments. */
import { useEffect, useState } from 'react'
import type { SourceCost } from '#engine/types'
import { Notice, useUi } from '#ui'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { Labelled } from './parts/fold.tsx'
import { usePorts } from './ports.tsx'
import { questionOf } from './sample.ts'
import css from './panels.module.css'

/** After the last change of an argument. */
const REST_MS = 200

type CostResult = { readonly of: string; readonly cost: SourceCost } | { readonly of: string; readonly cause: unknown }

export function QueryCost({ id }: { id: string }) {
  const { t, locale } = useUi()
  const { sources } = useEditor().context
  const { values, errorText } = usePorts()
  const doc = useEditorState((state) => state.doc)
  const [result, setResult] = useState<CostResult | null>(null)
  const question = questionOf(doc, id, sources, values)
  const shown = question !== null && 'source' in question ? question : null
  const cost = shown?.source.cost
  // The question as text: the document is another one after every change, the question is not.
  const text = shown === null || cost === undefined ? '' : JSON.stringify([shown.source.name, shown.args])
  useEffect(() => {
    if (text === '') return
    const abort = new AbortController()
    const [name, args] = JSON.parse(text) as [string, Readonly<Record<string, unknown>>]
    const timer = setTimeout(() => {
      sources
        .get(name)
        ?.cost?.(args, abort.signal)
        .then(
          (found) => {
            if (!abort.signal.aborted) setResult({ of: text, cost: found })
          },
          (cause: unknown) => {
            if (!abort.signal.aborted) setResult({ of: text, cause })
          },
        )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [text, sources])
  if (question !== null && 'missing' in question) return null
  if (text === '' || result === null || result.of !== text) return null
  const number = new Intl.NumberFormat(locale)
  const { rows, ms, maxRows, fits } = 'cost' in result ? result.cost : { rows: 0, ms: 0, maxRows: 0, fits: true }
  const figures = { rows: number.format(rows), ms: number.format(ms), most: number.format(maxRows) }
  return (
    <Labelled label={t('editor-panels:cost.title')}>
      {'cause' in result ? (
        <Notice kind="warn">{errorText(result.cause)}</Notice>
      ) : fits ? (
        <p className={css.help}>{t('editor-panels:cost.text', figures)}</p>
      ) : (
        <Notice kind="warn">{t('editor-panels:cost.exceeded', figures)}</Notice>
      )}
    </Labelled>
  )
}
