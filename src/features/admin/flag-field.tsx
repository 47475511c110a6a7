/** Access flags to tick, in the sections of home. One that needs another says so, and waits until that one is given. */
import type { AccessFlag } from '#domain/access'
import { CheckboxGroup, type CheckOption, Notice, useUi } from '#ui'
import { useAdmin } from './admin-frame.tsx'
import { FLAG_NAMES } from './flag-names.ts'
import { FLAG_SECTIONS, inOrder, lacking, neededBy } from './flag-groups.ts'
import css from './admin.module.css'

export interface FlagFieldProps {
  value: readonly AccessFlag[]
  onChange: (value: AccessFlag[]) => void
  error: string | null
  /** Held through groups, with the name of one that gives it. */
  through?: ReadonlyMap<AccessFlag, string>
  /** Administrators hold all but two without being given them. */
  isAdmin?: boolean
}

const GIVEN_BY_NAME: ReadonlySet<AccessFlag> = new Set(['campaignManager', 'hasRenfeDash'])
const NOTHING: ReadonlyMap<AccessFlag, string> = new Map()

export function FlagField({ value, onChange, error, through = NOTHING, isAdmin = false }: FlagFieldProps) {
  const { t } = useUi()
  const { unbuilt } = useAdmin()
  const wrong = new Set(lacking(value, [...through.keys()]).map(({ flag }) => flag))
  const option = (flag: AccessFlag): CheckOption<AccessFlag> => {
    const needs = neededBy(flag)
    const group = through.get(flag)
    const isLacking = needs !== undefined && !value.includes(needs) && !through.has(needs)
    const hints = [
      unbuilt.has(flag) && t('admin:flags.noScreen'),
      group !== undefined
        ? t('admin:flags.through', { group })
        : needs !== undefined
          ? t('admin:flags.needs', { name: t(FLAG_NAMES[needs]) })
          : isAdmin && GIVEN_BY_NAME.has(flag) && t('admin:flags.byName'),
    ].filter((one) => one !== false)
    return {
      id: flag,
      label: t(FLAG_NAMES[flag]),
      ...(hints.length > 0 && { hint: hints.join(' · ') }),
      isDisabled: isLacking && !value.includes(flag),
    }
  }
  // Where no section is to blame the sentence is at the first.
  const isAt = (flags: readonly AccessFlag[], at: number) =>
    wrong.size === 0 ? at === 0 : flags.some((flag) => wrong.has(flag))
  return (
    <div className={css.flags}>
      {isAdmin && <Notice>{t('admin:flags.admin')}</Notice>}
      {FLAG_SECTIONS.map(({ id, flags }, at) => (
        <CheckboxGroup
          key={id}
          label={t(`home:section.${id}`)}
          options={flags.map(option)}
          value={value.filter((flag) => flags.includes(flag))}
          error={isAt(flags, at) ? error : null}
          onChange={(next) => onChange(inOrder([...value.filter((flag) => !flags.includes(flag)), ...next]))}
        />
      ))}
    </div>
  )
}
