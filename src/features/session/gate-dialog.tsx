/**
 * The dialogs between a sign-in and the product. They cannot be dismissed: only done, or left by signing
 * out.
 */
import { barMoment } from '#domain/moment'
import { type Language, LANGUAGE_NAMES } from '#i18n'
import { Button, Dialog, Notice, SegmentedControl, Skeleton, useUi } from '#ui'
import { useEffect, useState } from 'react'
import type { Gate } from './gates.ts'
import { LegalText, type LegalWords } from './legal-text.tsx'
import css from './gate-dialog.module.css'

/** The languages the terms may be read in before they are accepted (spec 1, section 9). */
const TERMS_LANGUAGES = ['en', 'es', 'ca'] as const satisfies readonly Language[]
type TermsLanguage = (typeof TERMS_LANGUAGES)[number]

export interface GateDialogProps {
  gate: Gate
  username: string
  /** The words of the terms in a language. */
  termsIn: (language: Language) => Promise<LegalWords>
  /** Each rejects with the sentence to show. */
  acceptTerms: () => Promise<void>
  sendLink: () => Promise<void>
  readMessage: () => void
  logOut: () => void
  /** False where the server sends no mail: then no link is promised. */
  mailLeaves?: boolean
}

export function GateDialog(props: GateDialogProps) {
  if (props.gate.kind === 'expired') return <ExpiredDialog {...props} />
  if (props.gate.kind === 'terms') return <TermsDialog {...props} />
  return <MessageDialog gate={props.gate} readMessage={props.readMessage} />
}

const stay = () => undefined

/** A button's work: one at a time, and what went wrong in words. */
function useWork(work: () => Promise<void>): { run: () => void; busy: boolean; done: boolean; failed: string | null } {
  const [state, setState] = useState<{ busy: boolean; done: boolean; failed: string | null }>({
    busy: false,
    done: false,
    failed: null,
  })
  const run = () => {
    setState({ busy: true, done: false, failed: null })
    work().then(
      () => setState({ busy: false, done: true, failed: null }),
      (cause: unknown) => setState({ busy: false, done: false, failed: cause instanceof Error ? cause.message : '' }),
    )
  }
  return { run, ...state }
}

function TermsDialog({ termsIn, acceptTerms, logOut }: GateDialogProps) {
  const { t, locale } = useUi()
  const [language, setLanguage] = useState<TermsLanguage>(() => TERMS_LANGUAGES.find((one) => one === locale) ?? 'en')
  const [read, setRead] = useState<{ language: TermsLanguage; words: LegalWords } | null>(null)
  const [missing, setMissing] = useState(false)
  const { run, busy, failed } = useWork(acceptTerms)
  useEffect(() => {
    let current = true
    setMissing(false)
    termsIn(language).then(
      (words) => {
        if (current) setRead({ language, words })
      },
      () => {
        if (current) setMissing(true)
      },
    )
    return () => {
      current = false
    }
  }, [language, termsIn])
  const words = read?.language === language ? read.words : null
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={stay}
      size="large"
      title={t('session:gate.terms.title')}
      actions={
        <>
          <Button kind="quiet" onPress={logOut}>
            {t('session:gate.logout')}
          </Button>
          <Button kind="primary" isPending={busy} isDisabled={words === null} onPress={run}>
            {t('session:gate.terms.accept')}
          </Button>
        </>
      }
    >
      <div className={css.terms}>
        <div className={css.bar}>
          <p>{t('session:gate.terms.lead')}</p>
          <SegmentedControl
            label={t('session:gate.terms.language')}
            value={language}
            onChange={setLanguage}
            segments={TERMS_LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }))}
          />
        </div>
        {failed !== null && <Notice kind="bad">{t('session:gate.terms.failed', { reason: failed })}</Notice>}
        {missing && <Notice kind="bad">{t('errors:NETWORK')}</Notice>}
        {words === null ? (
          <Skeleton shape="text" count={12} />
        ) : (
          <div lang={language}>
            <LegalText of="terms" words={words} level={3} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function ExpiredDialog({ username, sendLink, logOut, mailLeaves = true }: GateDialogProps) {
  const { t } = useUi()
  const { run, busy, done, failed } = useWork(sendLink)
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={stay}
      role="alertdialog"
      size="small"
      title={t('session:gate.expired.title')}
      actions={
        <>
          <Button key={String(done)} kind="quiet" autoFocus={done} onPress={logOut}>
            {t('session:gate.logout')}
          </Button>
          {!done && mailLeaves && (
            <Button kind="primary" isPending={busy} onPress={run}>
              {t('session:gate.expired.send')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.terms}>
        {mailLeaves ? (
          <p>{t('session:gate.expired.text', { name: username })}</p>
        ) : (
          <Notice kind="warn">{t('errors:MAIL_UNAVAILABLE')}</Notice>
        )}
        {done && (
          <Notice kind="good" title={t('session:recover.sent')}>
            {t('session:recover.sentHint')}
          </Notice>
        )}
        {failed !== null && (
          <Notice kind="bad" title={t('session:recover.failed')}>
            {failed}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function MessageDialog({ gate, readMessage }: { gate: Extract<Gate, { kind: 'message' }>; readMessage: () => void }) {
  const { t } = useUi()
  return (
    <Dialog
      isOpen
      isBlocking
      onClose={stay}
      title={t('session:gate.message.title')}
      actions={
        <Button kind="primary" autoFocus onPress={readMessage}>
          {t('session:gate.message.go')}
        </Button>
      }
    >
      <div className={css.terms}>
        <p className={css.message}>{gate.text}</p>
        <p className={css.last}>
          {gate.lastLogin === null
            ? t('session:gate.message.first')
            : t('session:gate.message.last', { date: barMoment(gate.lastLogin) })}
        </p>
      </div>
    </Dialog>
  )
}
