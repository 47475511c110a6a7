import { TextField, useUi } from '#ui'
import { SearchIcon } from '#ui/icons/index.tsx'
import { useRef, useState } from 'react'

/** So long after the last key the search goes out. */
const TYPED_MS = 400

export function Search({ text, set }: { text: string; set: (text: string) => void }) {
  const { t } = useUi()
  const [typed, setTyped] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const type = (next: string) => {
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => set(next.trim()), TYPED_MS)
  }
  return (
    <TextField
      label={t('admin:audit.text')}
      type="search"
      icon={<SearchIcon />}
      maxLength={254}
      value={typed}
      onChange={type}
    />
  )
}
