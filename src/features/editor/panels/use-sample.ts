import { useEffect, useMemo, useRef, useState } from 'react'
import { own } from '#engine/core/document/pointer'
import { useEditor, useEditorState } from '../model/use-editor.tsx'
import { recordAt } from '../model/raw.ts'
import { usePorts } from './ports.tsx'
import { joinsOf } from '#engine/core/graph/steps-check'
import { createSampler, type Sample } from './sample.ts'

export type SampleState = { readonly kind: 'waiting' } | { readonly kind: 'refused'; readonly cause: unknown } | Sample

/** After the last change; nothing is asked while the author types. */
const REST_MS = 350

/** A sample of a query after these steps, taken anew when they rest. */
export function useSample(query: string, steps: readonly unknown[]): { sample: SampleState; again: () => void } {
  const { compute, values } = usePorts()
  const {
    context: { sources },
  } = useEditor()
  const doc = useEditorState((state) => state.doc)
  const sampler = useMemo(() => createSampler(sources, compute, values), [sources, compute, values])
  useEffect(() => sampler.dispose, [sampler])
  const [sample, setSample] = useState<SampleState>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  // The question as text: the document is another one after every change, the question is not. Joined queries are part
  // of it.
  const request = JSON.stringify({
    query,
    steps,
    round,
    queries: [query, ...joinsOf(steps)].map((id) => {
      const { transform: _, ...rest } = recordAt(own(doc, 'queries'), id)
      return rest
    }),
  })
  const latest = useRef(doc)
  useEffect(() => {
    latest.current = doc
  })
  useEffect(() => {
    const abort = new AbortController()
    const question = JSON.parse(request) as { query: string; steps: readonly unknown[] }
    const timer = setTimeout(() => {
      sampler.take(latest.current, question.query, question.steps, abort.signal).then(
        (taken) => {
          if (!abort.signal.aborted) setSample(taken)
        },
        (cause: unknown) => {
          if (!abort.signal.aborted) setSample({ kind: 'refused', cause })
        },
      )
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [request, sampler])
  return { sample, again: () => setRound((n) => n + 1) }
}
