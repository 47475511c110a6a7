/** A link of an outside application that cannot be used to sign in: says what is wrong with it. */
import { Notice, useUi } from '#ui'
import { Link } from 'react-router'
import { type AuthFrame, AuthLayout } from './auth-layout.tsx'
import css from './auth-layout.module.css'

export function OauthProblem({ wrong, ...frame }: AuthFrame & { wrong: readonly string[] }) {
  const { t, locale } = useUi()
  return (
    <AuthLayout {...frame} title={t('session:spaces.incompleteTitle')}>
      <Notice kind="bad">{t('session:spaces.incomplete', { names: new Intl.ListFormat(locale).format(wrong) })}</Notice>
      <p className={css.links}>
        <Link to="/login">{t('session:goLogin')}</Link>
      </p>
    </AuthLayout>
  )
}
