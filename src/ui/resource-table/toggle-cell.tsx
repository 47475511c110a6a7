import { useState } from 'react'
import { Checkbox, Switch } from '../checkbox.tsx'
import { sentenceOf } from '../page/query-state.tsx'
import { useUi } from '../provider.tsx'
import { toasts } from '../toast.tsx'

interface ToggleCellProps {
  isOn: boolean
  isCheck: boolean
  label: string
  onChange: (on: boolean) => void | Promise<void>
}

/** Shows the new state at once; a refusal puts the old one back and says why. */
export function ToggleCell({ isOn, isCheck, label, onChange }: ToggleCellProps) {
  const { t } = useUi()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = async (on: boolean) => {
    if (wanted !== null) return
    setWanted(on)
    try {
      await onChange(on)
    } catch (error) {
      toasts.error(sentenceOf(error, t))
    } finally {
      setWanted(null)
    }
  }
  const props = { 'aria-label': label, isSelected: wanted ?? isOn, onChange: (on: boolean) => void change(on) }
  return isCheck ? <Checkbox {...props} /> : <Switch {...props} />
}
