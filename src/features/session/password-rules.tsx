import { useUi } from '#ui'
import { CheckIcon, MinusIcon } from '#ui/icons/index.tsx'
import type { PasswordCheck } from './new-password.ts'
import css from './auth-layout.module.css'

const SPECIAL = '@ # $ % ^ & * ( ) _ + = { } - [ ] | / ; : " < > , . ? ç ñ'

export function Rules({ check: { rules, warn } }: { check: PasswordCheck }) {
  const { t } = useUi()
  return (
    <div className={css.rules} data-warn={warn || undefined}>
      <p>{t('session:change.rules')}</p>
      <ul>
        {rules.map(({ rule, met }) => (
          <li key={rule} data-met={met || undefined}>
            {met ? <CheckIcon size={14} /> : <MinusIcon size={14} />}
            <span>
              {t(`session:change.rule.${rule}`, { characters: SPECIAL })}
              <span className={css.unseen}>{` (${t(met ? 'session:change.met' : 'session:change.unmet')})`}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
