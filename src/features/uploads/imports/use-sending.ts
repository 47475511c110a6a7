/** Files that are being sent to the server. Can be stopped; a refusal says why. */
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { useEffect, useRef, useState } from 'react'
import { useUi } from '#ui'
import { useImports } from './imports-frame.tsx'

export interface Sending {
  readonly isSending: boolean
  readonly refusal: string | null
  readonly begin: (files: readonly File[], settings: ImportSettings) => Promise<void>
  readonly stop: () => void
}

/**
 * The first that cannot be read any more: a browser reads a file as it was when it was chosen, and ends the sending of
 * one that was written to since as if there were no server.
 */
async function changedIn(files: readonly File[]): Promise<string | undefined> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer()
    } catch {
      return file.name
    }
  }
  return undefined
}

export function useSending(onBegun: (begun: Import) => void): Sending {
  const { t } = useUi()
  const { api, say } = useImports()
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  return {
    isSending,
    refusal,
    async begin(files, settings) {
      if (isSending) return
      const own = new AbortController()
      sending.current = own
      setSending(true)
      setRefusal(null)
      try {
        onBegun(await api.begin(files, settings, own.signal))
      } catch (cause) {
        const name = own.signal.aborted ? undefined : await changedIn(files)
        if (!own.signal.aborted) setRefusal(name === undefined ? say(cause) : t('imports:changed', { name }))
      } finally {
        if (sending.current === own) setSending(false)
      }
    },
    stop() {
      sending.current?.abort()
      setSending(false)
    },
  }
}
