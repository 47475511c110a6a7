/** "Is it still you?" on a page outside of the administration, with its texts. */
import { ensureTexts } from '#i18n'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { adminApi } from '../api/admin.ts'
import { ConfirmationRegion } from '../features/admin/confirmation.tsx'
import { api } from './api.ts'
import { accountConfirmations, confirmations } from './confirmations.ts'
import { errorText } from './error-text.ts'
import { session } from './session.ts'

const { confirm } = adminApi(api.client)

export const PageConfirmation = () => <Confirmation of={confirmations} />
export const AccountConfirmation = () => <Confirmation of={accountConfirmations} />

function Confirmation({ of }: { of: typeof confirmations }) {
  const me = useStore(session.store, (state) => state.me)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    ensureTexts('admin').then(
      () => setReady(true),
      () => undefined,
    )
  }, [])
  return me === null || !isReady ? null : (
    <ConfirmationRegion confirmations={of} isExternal={me.loginType === 'external'} confirm={confirm} say={errorText} />
  )
}
