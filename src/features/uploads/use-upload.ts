/**
 * One upload from the choice of a file to its end. A change of kind, mode or client restarts it (spec 2, section 2).
 */
import { useQueryClient } from '@tanstack/react-query'
import { allowedMode, isText, needsClient, type OfferMode, type UploadKind } from '#domain/uploads'
import type { UploadCheck } from '#schemas/generated/entities/upload-check.ts'
import type { Upload } from '#schemas/generated/entities/upload.ts'
import { toasts, useUi } from '#ui'
import { useEffect, useRef, useState } from 'react'
import { useUploads } from './uploads-frame.tsx'

export interface Choice {
  readonly kind: UploadKind
  readonly mode: OfferMode
  readonly client: number | null
  readonly file: File | null
}

export type Stage =
  | { readonly name: 'ready' }
  | { readonly name: 'checking' }
  | { readonly name: 'checked'; readonly check: UploadCheck }
  | { readonly name: 'loading'; readonly check: UploadCheck }
  | { readonly name: 'loaded'; readonly upload: Upload }
  | { readonly name: 'unchanged' }
  | { readonly name: 'refused'; readonly cause: unknown }

export const HISTORY = ['uploads', 'history'] as const

/** Nothing to fix, every id known, and something in it (spec 2, section 5). */
export const isValid = ({ invalidRows, missingRows, foundRows }: UploadCheck): boolean =>
  invalidRows === 0 && missingRows === 0 && foundRows > 0

const targetOf = ({ kind, mode, client }: Choice) => ({ kind, mode, client: needsClient(kind, mode) ? client : null })
const isComplete = (choice: Choice) =>
  choice.file !== null && (!needsClient(choice.kind, choice.mode) || choice.client !== null)

export function useUpload(initial: Pick<Choice, 'kind' | 'mode' | 'client'>) {
  const { api, isAdmin } = useUploads()
  const { t } = useUi()
  const queries = useQueryClient()
  const [choice, setChoice] = useState<Choice>(() => ({
    ...initial,
    mode: allowedMode(initial.mode, isAdmin),
    file: null,
  }))
  const [stage, setStage] = useState<Stage>({ name: 'ready' })
  /** The check or load in flight; an older one has nothing to say any more. */
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  async function check(next: Choice): Promise<void> {
    current.current?.abort()
    if (next.file === null || !isComplete(next)) return setStage({ name: 'ready' })
    const own = new AbortController()
    current.current = own
    setStage({ name: 'checking' })
    try {
      const found = await api.check(targetOf(next), next.file, own.signal)
      if (!own.signal.aborted) setStage({ name: 'checked', check: found })
    } catch (cause) {
      if (!own.signal.aborted) setStage({ name: 'refused', cause })
    }
  }

  return {
    choice,
    stage,
    /** A file of one kind is none of another: it goes when the kind of file changes. */
    choose(part: Partial<Choice>): void {
      const next = { ...choice, ...part }
      const mode = allowedMode(next.mode, isAdmin)
      const isOther = next.kind !== choice.kind || isText(next.kind, mode) !== isText(choice.kind, choice.mode)
      const settled = { ...next, mode, file: isOther && part.file === undefined ? null : next.file }
      setChoice(settled)
      void check(settled)
    },
    async load(): Promise<void> {
      if (stage.name !== 'checked' || choice.file === null || !isValid(stage.check)) return
      const own = new AbortController()
      current.current = own
      setStage({ name: 'loading', check: stage.check })
      try {
        const upload = await api.load(targetOf(choice), choice.file)
        void queries.invalidateQueries({ queryKey: HISTORY })
        if (own.signal.aborted) return
        setStage(upload === null ? { name: 'unchanged' } : { name: 'loaded', upload })
        if (upload !== null) toasts.success(t('uploads:imported'))
      } catch (cause) {
        if (own.signal.aborted) return
        setStage({ name: 'refused', cause })
        toasts.error(t('uploads:importFailed'))
      }
    },
  }
}
