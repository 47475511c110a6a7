/** A link belongs to another account than the one that is signed in: it changes only after a yes. */
import { Button, useUi } from '#ui'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import css from './auth-layout.module.css'

export function SwitchAccount({
  current,
  next,
  answer,
  ...frame
}: AuthFrame & { current: string; next: string; answer: (yes: boolean) => void }) {
  const { t } = useUi()
  return (
    <AuthLayout {...frame} title={t('session:switch.title')} lead={t('session:switch.text', { current, next })}>
      <div className={css.form}>
        <Button kind="primary" fill autoFocus onPress={() => answer(false)}>
          {t('session:switch.stay', { current })}
        </Button>
        <Button fill onPress={() => answer(true)}>
          {t('session:switch.go', { next })}
        </Button>
      </div>
    </AuthLayout>
  )
}
