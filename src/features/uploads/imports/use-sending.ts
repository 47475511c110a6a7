/** Files on their way to the server, which may be stopped; what was refused says why. */
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { useEffect, useRef, useState } from 'react'
import { useImports } from './imports-frame.tsx'

export interface Sending {
  readonly isSending: boolean
  readonly refusal: string | null
  readonly begin: (files: readonly File[], settings: ImportSettings) => Promise<void>
  readonly stop: () => void
}

export function useSending(onBegun: (begun: Import) => void): Sending {
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
        if (!own.signal.aborted) setRefusal(say(cause))
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
