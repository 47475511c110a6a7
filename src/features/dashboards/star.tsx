/** Among one's favourites, or not. */
import { IconButton } from '#ui'
import { StarIcon } from '#ui/icons/index.tsx'
import css from './star.module.css'

export function Star({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <span className={css.star} data-on={isOn || undefined}>
      <IconButton label={label} icon={<StarIcon />} aria-pressed={isOn} onPress={() => onChange(!isOn)} />
    </span>
  )
}
