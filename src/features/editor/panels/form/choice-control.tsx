import { SegmentedControl, Select } from '#ui'
import { Labelled } from '../parts/fold.tsx'

interface ChoiceControlProps {
  label: string
  help?: string
  error: string | null
  as: 'segmented' | 'select'
  options: readonly { readonly id: string; readonly label: string }[]
  value: string
  onChange: (value: string | null) => void
}

/** One of a few, all in sight, or of a list. */
export function ChoiceControl({ as, options, value, onChange, ...common }: ChoiceControlProps) {
  if (as !== 'segmented') return <Select {...common} options={options} value={value} onChange={onChange} />
  return (
    <Labelled {...common}>
      <SegmentedControl label={common.label} size="small" segments={options} value={value} onChange={onChange} />
    </Labelled>
  )
}
