import { useEffect, useRef, useState } from 'react'
import { TextField, type TextFieldProps } from '#ui'

export interface DraftFieldProps extends Omit<TextFieldProps, 'onChange' | 'error'> {
  /** Writes it; the sentence where it may not be written: the words stay in the field and the document as it was. */
  write: (value: string) => string | null
}

/** A text that is written while it is typed, as long as it may be. */
export function DraftField({ value, write, ...rest }: DraftFieldProps) {
  const [draft, setDraft] = useState(value)
  const [error, setError] = useState<string | null>(null)
  const written = useRef(value)
  // A value from elsewhere (undo, JSON, another panel) is shown; typed text is kept.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setDraft(value)
    setError(null)
  }, [value])
  return (
    <TextField
      {...rest}
      value={draft}
      error={error}
      onChange={(next) => {
        setDraft(next)
        const refused = write(next)
        setError(refused)
        if (refused === null) written.current = next
      }}
    />
  )
}
