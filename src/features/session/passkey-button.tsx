import { Button, toasts, useUi } from '#ui'
import { useState } from 'react'

export function PasskeyButton({ isDisabled, signIn }: { isDisabled: boolean; signIn: () => Promise<boolean> }) {
  const { t } = useUi()
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      if (!(await signIn())) toasts.error(t('session:login.passkeyCancelled'))
    } catch (cause) {
      toasts.error(
        t('session:login.failed', {
          reason: cause instanceof Error && cause.message !== '' ? cause.message : t('app:error.generic'),
        }),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button fill isDisabled={isDisabled} isPending={isBusy} onPress={() => void run()}>
      {t('session:login.passkey')}
    </Button>
  )
}
