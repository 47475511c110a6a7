/**
 * How a brand will look: its bar and its login page, small, in both themes. A picture only: nothing in it can be used.
 */
import { lighterUntil } from '#domain/colour'
import { Logo, useUi } from '#ui'
import type { CSSProperties } from 'react'
import { type BrandValues, drawable } from './brand-values.ts'
import css from './brands.module.css'

/** `--raised` of the dark theme, and the contrast brand colours are given on it (server/modules/brands/css.ts). */
const DARK = { surface: '#161a18', contrast: 6, ink: '#0b0f0d' } as const
const RADIUS: Readonly<Record<BrandValues['buttonStyle'], string>> = { round: '6px', square: '0', pill: '999px' }

export function BrandPreview({ values }: { values: BrandValues }) {
  const { t } = useUi()
  return (
    <figure className={css.preview}>
      <figcaption>{t('admin:brands.preview')}</figcaption>
      <Theme values={values} theme="light" />
      <Theme values={values} theme="dark" />
    </figure>
  )
}

function Theme({ values, theme }: { values: BrandValues; theme: 'light' | 'dark' }) {
  const { t } = useUi()
  const colour = (name: 'primary' | 'warning') =>
    theme === 'light' ? drawable(values, name) : lighterUntil(drawable(values, name), DARK.surface, DARK.contrast)
  const primary = colour('primary')
  const style = {
    '--p-primary': primary,
    '--p-warning': colour('warning'),
    '--p-deep': drawable(values, 'primary'),
    '--p-on': theme === 'light' ? '#ffffff' : DARK.ink,
    '--p-radius': RADIUS[values.buttonStyle],
  } as CSSProperties
  const title = values.title.trim() === '' ? t('app:title') : values.title
  return (
    <div className={css.theme} data-theme={theme} style={style} aria-label={t(`app:nav.theme.${theme}`)} role="img">
      <div className={css.bar}>
        <span className={css.mark}>
          <Logo
            size={18}
            name={title}
            {...((values.navbarLogoUrl ?? values.logoUrl) ? { src: values.navbarLogoUrl ?? values.logoUrl ?? '' } : {})}
          />
        </span>
        <span className={css.entry} data-on="">
          {t('home:screen.compare')}
        </span>
        <span className={css.entry}>{t('home:screen.status')}</span>
      </div>
      <div className={css.login}>
        <div className={css.side}>
          <span className={css.mark}>
            <Logo size={20} name={title} {...(values.logoUrl === null ? {} : { src: values.logoUrl })} />
          </span>
          <strong>{values.loginTitle.trim() === '' ? t('session:login.title') : values.loginTitle}</strong>
          <span className={css.lead}>
            {values.loginLead.trim() === '' ? t('session:login.lead') : values.loginLead}
          </span>
          {values.maintenance && (
            <span className={css.notice}>
              {values.maintenanceText.trim() === '' ? t('session:login.maintenanceTitle') : values.maintenanceText}
            </span>
          )}
          <span className={css.box} />
          <span className={css.box} />
          <span className={css.press}>{t('session:login.submit')}</span>
          {values.identityProvider && <span className={css.other}>{t('session:login.provider')}</span>}
        </div>
        <div className={css.art}>
          {values.backgroundImageUrl !== null && <img src={values.backgroundImageUrl} alt="" />}
          {values.subtitle.trim() !== '' && <span>{values.subtitle}</span>}
        </div>
      </div>
    </div>
  )
}
