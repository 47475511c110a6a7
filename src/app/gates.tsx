/**
 * After each navigation of someone signed in: is there anything to see to first? What was answered once is not asked
 * again.
 */
import { textsIn } from '#i18n'
import type { LoginInfo } from '#schemas/generated/api/login-info.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { useUi } from '#ui'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { nextGate } from '../features/session/gates.ts'
import { api } from './api.ts'
import { worded } from './error-text.ts'
import { brandAtHand } from './host-brand.ts'
import { loginInfo } from './login-info.ts'
import { session } from './session.ts'

// Most people have nothing to see to: the dialogs come when one is needed.
const GateDialog = lazy(() =>
  import('../features/session/gate-dialog.tsx').then(({ GateDialog: dialog }) => ({ default: dialog })),
)

const termsIn = (language: Parameters<typeof textsIn>[0]) => textsIn(language, 'legal')

/** Remembers in this browser which login's message was read: once per login, not once per page. */
const messageKey = (me: Me) => `aforo.messageRead.${me.id}`

export function Gates({ me }: { me: Me }) {
  const { locale } = useUi()
  const { key } = useLocation()
  const [info, setInfo] = useState<LoginInfo | null>(null)
  const [termsAccepted, setTermsAccepted] = useState<boolean | null>(null)
  const [readNow, setReadNow] = useState(false)

  useEffect(() => {
    const leaving = new AbortController()
    // Without an answer the page opens; the next navigation asks again.
    if (termsAccepted !== true)
      api.account.terms(leaving.signal).then(
        ({ accepted }) => setTermsAccepted(accepted),
        () => undefined,
      )
    if (info === null)
      api.account.loginInfo(leaving.signal).then(
        (answer) => {
          setInfo(answer)
          loginInfo.setState({ info: answer })
        },
        () => undefined,
      )
    return () => leaving.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- asked per navigation, not when an answer arrives
  }, [key])

  const read = readNow || (info !== null && localStorage.getItem(messageKey(me)) === String(info.lastLogin))
  const readMessage = () => {
    if (info !== null) localStorage.setItem(messageKey(me), String(info.lastLogin))
    setReadNow(true)
  }
  const acceptTerms = useCallback(() => worded(api.account.acceptTerms()).then(() => setTermsAccepted(true)), [])
  const sendLink = useCallback(() => worded(api.account.recover(me.username, locale)), [me, locale])
  const gate = nextGate({ me, info, termsAccepted, messageRead: read })
  if (gate === null) return null
  return (
    <Suspense fallback={null}>
      <GateDialog
        key={gate.kind}
        gate={gate}
        username={me.username}
        termsIn={termsIn}
        mailLeaves={brandAtHand()?.mail !== false}
        acceptTerms={acceptTerms}
        sendLink={sendLink}
        readMessage={readMessage}
        logOut={() => void session.leave()}
      />
    </Suspense>
  )
}
