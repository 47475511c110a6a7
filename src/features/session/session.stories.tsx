import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, fn, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { ApiError } from '#api'
import type { Branding } from '#schemas/generated/entities/branding.ts'
import { translator } from '../../../.storybook/texts.ts'
import { ChangePage } from './change-page.tsx'
import { CookiesPage } from './cookies-page.tsx'
import { GateDialog, type GateDialogProps } from './gate-dialog.tsx'
import type { Gate } from './gates.ts'
import { LegalPage } from './legal-page.tsx'
import type { LoginPorts } from './login-flow.ts'
import { LoginPage } from './login-page.tsx'
import { OauthProblem } from './oauth-problem.tsx'
import { RecoverPage } from './recover-page.tsx'
import { SwitchAccount } from './switch-account.tsx'
import { UnsubscribePage } from './unsubscribe-page.tsx'
import { VideoPage } from './video-page.tsx'

const meta = {
  title: 'Session/Pages',
  parameters: { layout: 'fullscreen', docs: { disable: true } },
  decorators: [
    (Story) => (
      <MemoryRouter>
        <Story />
      </MemoryRouter>
    ),
  ],
} satisfies Meta
export default meta
type Story = StoryObj

const never = () => new Promise<never>(() => undefined)
const refuse = (sentence: string) => () => Promise.reject(new Error(sentence))
const ports: LoginPorts = {
  signIn: never,
  usesCode: () => Promise.resolve(false),
  sendCode: () => Promise.resolve(60),
  checkCode: () => Promise.resolve(false),
}
const brand: Branding = {
  label: 'default',
  title: 'Aforo',
  subtitle: null,
  loginTitle: null,
  loginLead: null,
  logoUrl: null,
  navbarLogoUrl: null,
  backgroundImageUrl: null,
  iconUrl: null,
  buttonStyle: 'round',
  colours: { primary: '#0b7a53', warning: '#b26a00', danger: '#b3261a' },
  loginDomain: 'aforo.test',
  identityProvider: false,
  maintenance: false,
  maintenanceText: null,
}
const frame = { brand, onLanguage: () => undefined }
const login = (props: Partial<ComponentProps<typeof LoginPage>> = {}): Story => ({
  render: () => <LoginPage {...frame} ports={ports} {...props} />,
})

/** Types name and password and presses the button. */
async function enter(root: HTMLElement, username = 'ana', password = 'Demo-2026-aforo!') {
  const field = (name: string) => root.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? root
  await userEvent.type(field('username'), username)
  await userEvent.type(field('password'), password)
  await userEvent.click(root.querySelector('button[type="submit"]') ?? root)
}

export const Login: Story = {
  ...login(),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(
      [page.getByLabelText('Correo electrónico'), page.getByLabelText('Contraseña', { exact: true })].map((field) =>
        field.getAttribute('name'),
      ),
    ).toEqual(['username', 'password'])
    await expect(page.getByRole('link', { name: /olvidado/ })).toHaveAttribute('href', '/recover')
  },
}
export const NothingTyped: Story = {
  ...login(),
  play: async ({ canvasElement }) => {
    await userEvent.click(canvasElement.querySelector('button[type="submit"]') ?? canvasElement)
    await expect(canvasElement.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2)
    await expect(document.activeElement).toHaveAttribute('name', 'username')
  },
}
export const WhichNameIsUsed: Story = {
  ...login(),
  play: async ({ canvasElement }) => {
    await userEvent.type(
      canvasElement.querySelector<HTMLInputElement>('input[name="username"]') ?? canvasElement,
      ' Ana',
    )
    await within(canvasElement).findByText(/ana@aforo\.test/)
  },
}
export const Working: Story = { ...login(), play: ({ canvasElement }) => enter(canvasElement) }
export const Refused: Story = {
  ...login({ ports: { ...ports, signIn: refuse('El usuario o la contraseña no son correctos.') } }),
  play: async ({ canvasElement }) => {
    await enter(canvasElement)
    await waitFor(() => expect(canvasElement.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2))
    await userEvent.type(canvasElement.querySelector<HTMLInputElement>('input[name="password"]') ?? canvasElement, 'x')
    await expect(canvasElement.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0)
  },
}
const tooMany = new ApiError(429, 'LOGIN_TOO_MANY', 'Too many failed sign-ins; try again in 42 s.')
export const TriedByOthers: Story = {
  ...login({
    ports: {
      ...ports,
      signIn: () =>
        Promise.reject(new Error('Demasiados intentos fallidos. Vuelve a probar en 42 s.', { cause: tooMany })),
    },
  }),
  play: async ({ canvasElement }) => {
    await enter(canvasElement)
    const canvas = within(canvasElement)
    await canvas.findByText('Con un código por correo entras sin esperar.')
    await userEvent.click(canvas.getByRole('button', { name: 'Enviarme un código' }))
    await canvas.findByText(/tiene cuenta aquí, le hemos enviado un código por correo/)
    await expect(canvas.getByRole('textbox', { name: 'Código de un solo uso' })).toHaveFocus()
  },
}
export const KindOfAccountUnknown: Story = {
  ...login({ ports: { ...ports, usesCode: refuse('') } }),
  play: async ({ canvasElement }) => {
    await enter(canvasElement)
    await within(canvasElement).findByText(
      'Error al comprobar el tipo de acceso de la cuenta. Vuelve a intentarlo más tarde.',
    )
  },
}
export const CodeNotSent: Story = {
  ...login({ ports: { ...ports, usesCode: () => Promise.resolve('mail'), sendCode: refuse('') } }),
  play: async ({ canvasElement }) => {
    await enter(canvasElement)
    await within(canvasElement).findByText('Error al generar el código de un solo uso. Vuelve a intentarlo más tarde.')
  },
}
/** No mail leaves this server: the page says who gives the code, and offers no other mail. */
export const CodeOfAnAdministrator: Story = {
  ...login({ ports: { ...ports, usesCode: () => Promise.resolve('mail'), sendCode: () => Promise.resolve(null) } }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await enter(canvasElement)
    await canvas.findByText(/^Este servidor no envía correos\. Pide a un administrador un código para ana@aforo\.test/)
    await expect(canvas.queryByRole('button', { name: /Enviar otro código/ })).toBeNull()
    await expect(canvas.queryByText(/hemos enviado/)).toBeNull()
  },
}
const byPasskey = fn(() => Promise.resolve(false))
/** Beside the password, where browser and address allow it. */
export const WithPasskey: Story = {
  ...login({ onPasskey: byPasskey }),
  beforeEach: () => {
    byPasskey.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Entrar con una llave de acceso' }))
    await expect(byPasskey).toHaveBeenCalledOnce()
  },
}
/** An app makes the codes: nothing was sent, and nothing can be sent again. */
export const CodeOfAnApp: Story = {
  ...login({ ports: { ...ports, usesCode: () => Promise.resolve('app') } }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await enter(canvasElement)
    await canvas.findByText(/^Escribe el código que muestra tu app de autenticación para ana@aforo\.test/)
    await expect(canvas.queryByRole('button', { name: /Enviar otro código/ })).toBeNull()
  },
}
/**
 * Asked too often, the server does not say where the code comes from: the page claims no mail, and the code of an app
 * is taken.
 */
export const CodeOfAnUnknownKind: Story = {
  ...login({ ports: { ...ports, signIn: () => Promise.resolve(false), usesCode: () => Promise.resolve(null) } }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await enter(canvasElement)
    await canvas.findByText(
      'Si ana@aforo.test usa una app de autenticación, escribe el código que muestra o uno de tus códigos de ' +
        'recuperación. Si no, te lo hemos enviado por correo: caduca en unos minutos.',
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Usar otra cuenta' }))
    await canvas.findByText('Esta cuenta pide un código de un solo uso.')
  },
}
/** And the mail was refused besides: neither sentence claims one. */
export const CodeOfAnUnknownKindNotSent: Story = {
  ...login({
    ports: {
      ...ports,
      signIn: () => Promise.resolve(false),
      usesCode: () => Promise.resolve(null),
      sendCode: refuse(''),
    },
  }),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await enter(canvasElement)
    await canvas.findByText(
      'Si ana@aforo.test usa una app de autenticación, escribe el código que muestra o uno de tus códigos de ' +
        'recuperación.',
    )
    await expect(canvas.queryByText(/hemos enviado/)).toBeNull()
    await expect(canvas.getByRole('button', { name: 'Enviar otro código' })).toBeEnabled()
  },
}
export const CodeWrong: Story = {
  ...login({ ports: { ...ports, usesCode: () => Promise.resolve('mail') } }),
  play: async ({ canvasElement }) => {
    await enter(canvasElement)
    const code = await waitFor(() => {
      const field = canvasElement.querySelector<HTMLInputElement>('input[name="code"]')
      if (field === null) throw new Error('no code step')
      return field
    })
    await expect(canvasElement.querySelector('button[type="submit"]')).toBeDisabled()
    await userEvent.type(code, '123456{Enter}')
    await waitFor(() => expect(code).toHaveAttribute('aria-invalid', 'true'))
  },
}
export const NoDashboards: Story = {
  ...login({ noDashboards: true }),
  play: async ({ canvasElement }) => {
    await expect(
      within(canvasElement).getByText('No tienes paneles. Ponte en contacto con tu administrador.'),
    ).toBeVisible()
  },
}
export const SessionEnded: Story = login({ ended: true })
export const Maintenance: Story = {
  ...login({ brand: { ...brand, maintenance: true }, problem: 'Aforo está en mantenimiento. Inténtalo más tarde.' }),
  play: async ({ canvasElement }) => {
    // Who was sent here because of it reads it once.
    await expect(within(canvasElement).queryByText(/^Aforo está en mantenimiento/)).toBeNull()
    await expect(
      within(canvasElement).getByText('El acceso no está disponible en este momento. Vuelve a intentarlo más tarde.'),
    ).toBeVisible()
  },
}
const toProvider = fn()
export const IdentityProvider: Story = {
  ...login({ onProvider: toProvider }),
  beforeEach: () => {
    toProvider.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Entrar con la cuenta corporativa' }))
    await expect(toProvider).toHaveBeenCalledOnce()
  },
}
export const BackFromTheProvider: Story = login({
  onProvider: () => undefined,
  problem: 'No hay ninguna cuenta con tu dirección de correo. Pídela a tu administrador.',
})
export const BrandOfAHost: Story = {
  ...login({
    brand: {
      ...brand,
      title: 'Mercado Norte',
      subtitle: 'Doce mercados, una sola cuenta de personas.',
      loginTitle: 'Bienvenido a Mercado Norte',
      loginLead: 'Entra con tu correo de empresa.',
      identityProvider: true,
    },
    onProvider: () => undefined,
  }),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByRole('heading', { name: 'Bienvenido a Mercado Norte' })).toBeVisible()
    await expect(page.getByText('Entra con tu correo de empresa.')).toBeVisible()
    await expect(page.getByText('Doce mercados, una sola cuenta de personas.')).toBeInTheDocument()
  },
}
export const ForAnApplication: Story = login({ forHost: 'spaces.example.com' })
export const ApplicationLinkIncomplete: Story = {
  render: () => <OauthProblem {...frame} wrong={['client_id', 'redirect_uri']} />,
}

const address = 'ana@aforo.test'
export const Unsubscribe: Story = {
  render: () => (
    <UnsubscribePage
      {...frame}
      find={() => Promise.resolve({ address, isUnsubscribed: false })}
      end={() => Promise.resolve()}
    />
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await userEvent.click(await page.findByRole('button', { name: 'No recibir más noticias' }))
    await page.findByText(/ana@aforo.test ya no recibirá noticias/)
  },
}
export const UnsubscribeAsks: Story = {
  render: () => (
    <UnsubscribePage {...frame} find={() => Promise.resolve({ address, isUnsubscribed: false })} end={never} />
  ),
}
export const UnsubscribeLinkInvalid: Story = {
  render: () => <UnsubscribePage {...frame} find={() => Promise.resolve(null)} end={never} />,
}

export const Recover: Story = {
  render: () => <RecoverPage {...frame} send={never} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getAllByRole('textbox')).toHaveLength(1)
    await expect(page.getByRole('button', { name: 'Recuperar' })).toBeDisabled()
    await expect(page.getByRole('link', { name: 'Ir al inicio de sesión' })).toHaveAttribute('href', '/login')
  },
}
const NO_MAIL = /^Este servidor no puede enviar correos\. /
/** A server without mail promises none. */
export const RecoverWithoutMail: Story = {
  render: () => <RecoverPage {...frame} brand={{ ...brand, mail: false }} send={never} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByText(NO_MAIL)).toBeVisible()
    await expect(page.queryByText(/te enviaremos/i)).toBeNull()
    await expect(page.getByRole('button', { name: 'Recuperar' })).toBeDisabled()
  },
}
/** Types an address, presses the button twice, and reads what is said. */
async function askForLink(root: HTMLElement, said: string) {
  const submit = root.querySelector('button[type="submit"]') ?? root
  await expect(submit).toBeDisabled()
  await userEvent.type(root.querySelector<HTMLInputElement>('input[name="email"]') ?? root, 'Ana@Aforo.test')
  await userEvent.dblClick(submit)
  await within(root).findByText(said)
}
const recovered = (send: () => Promise<boolean>, said: string): Story => ({
  render: () => <RecoverPage {...frame} send={send} />,
  play: async ({ canvasElement }) => {
    await askForLink(canvasElement, said)
    // Typing begins anew.
    await userEvent.type(canvasElement.querySelector<HTMLInputElement>('input[name="email"]') ?? canvasElement, 's')
    await waitFor(() => expect(within(canvasElement).queryByText(said)).toBeNull())
  },
})
export const RecoverSent: Story = recovered(
  () => Promise.resolve(true),
  'Correo enviado. Revisa tu bandeja de entrada.',
)
export const RecoverRefused: Story = recovered(
  () => Promise.resolve(false),
  'Ha ocurrido un error. Revisa tu correo electrónico.',
)
export const RecoverFailed: Story = recovered(() => Promise.reject(new Error('away')), 'Error al enviar el correo')
const sending = fn((_email: string): Promise<boolean> => never())
export const RecoverSending: Story = {
  render: () => <RecoverPage {...frame} send={sending} />,
  beforeEach: () => {
    sending.mockClear()
  },
  play: async ({ canvasElement }) => {
    await askForLink(canvasElement, 'Enviando…')
    await expect(sending.mock.calls).toEqual([['ana@aforo.test']])
  },
}

const change = {
  ...frame,
  owner: () => Promise.resolve({ id: 3, username: 'ana@aforo.test' }),
  change: () => Promise.resolve('changed' as const),
  signIn: never,
  toRecover: () => undefined,
}
const changing = (
  props: Partial<ComponentProps<typeof ChangePage>>,
  password: string,
  repeated: string,
  said?: string,
): Story => ({
  render: () => <ChangePage {...change} {...props} />,
  play: async ({ canvasElement }) => {
    const field = (name: string) =>
      canvasElement.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? canvasElement
    await waitFor(() => expect(field('password')).not.toBe(canvasElement))
    await userEvent.type(field('password'), password)
    await userEvent.type(field('repeated'), repeated)
    await userEvent.click(within(canvasElement).getByRole('checkbox'))
    await userEvent.click(canvasElement.querySelector('button[type="submit"]') ?? canvasElement)
    // Three seconds pass between the change and the sign-in.
    if (said !== undefined) await within(canvasElement).findByText(said)
  },
})
const STRONG = 'Larga-2026-segura'
export const NewPassword: Story = {
  render: () => <ChangePage {...change} />,
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await page.findByText('Hola, ana@aforo.test')
    await expect(page.getAllByRole('listitem')).toHaveLength(7)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByRole('button', { name: 'Cambiar' })).toBeEnabled()
    await expect(page.getByRole('link', { name: 'Ir al inicio de sesión' })).toHaveAttribute('href', '/login')
  },
}
export const NewPasswordWeak: Story = changing({}, 'corta', 'cort')
export const NewPasswordSame: Story = changing(
  { change: () => Promise.resolve('same') },
  STRONG,
  STRONG,
  'La contraseña nueva no puede ser igual a la anterior',
)
export const NewPasswordRefused: Story = changing(
  { change: () => Promise.resolve('refused') },
  STRONG,
  STRONG,
  'Ha ocurrido un error. Revisa tu correo o pide otro enlace.',
)
export const NewPasswordSet: Story = changing({}, STRONG, STRONG, 'Contraseña cambiada, iniciando sesión…')
export const NewPasswordButNoSignIn: Story = changing(
  { signIn: () => Promise.reject(new Error('No se ha podido contactar con el servidor.')) },
  STRONG,
  STRONG,
  'La contraseña se ha cambiado, pero no hemos podido iniciar sesión. Entra con la contraseña nueva.',
)
export const LinkInvalid: Story = {
  render: () => <ChangePage {...change} owner={() => Promise.resolve(null)} />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(
      'El enlace ya no es válido o no se ha encontrado; te llevamos a la página para recuperar la contraseña',
    )
    await expect(canvasElement.querySelector('input[name="password"]')).toBeNull()
  },
}

/** Delays are read from the timer that was set, not waited for. */
let setFor: (ms: number) => unknown[] = () => []
const watchTimers = () => {
  const set = spyOn(globalThis, 'setTimeout')
  setFor = (ms) => set.mock.calls.filter((call) => call[1] === ms).map(([run]) => run)
  return () => set.mockRestore()
}
const toRecover = fn()
export const LinkInvalidLeadsOn: Story = {
  render: () => <ChangePage {...change} owner={() => Promise.resolve(null)} toRecover={toRecover} />,
  beforeEach: watchTimers,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText(/^El enlace ya no es válido/)
    await waitFor(() => expect(setFor(5000)).toContain(toRecover))
  },
}
const signingIn = fn(never)
export const NewPasswordSignsIn: Story = {
  ...changing(
    { signIn: signingIn, owner: () => Promise.resolve({ id: 3, username: 'Ana@Aforo.test' }) },
    STRONG,
    STRONG,
    'Contraseña cambiada, iniciando sesión…',
  ),
  beforeEach: () => {
    signingIn.mockClear()
    return watchTimers()
  },
  play: async (context) => {
    await NewPasswordSet.play?.(context)
    await waitFor(() => expect(setFor(3000)).toEqual([expect.any(Function)]))
    await expect(signingIn).not.toHaveBeenCalled()
    for (const run of setFor(3000) as (() => void)[]) run()
    await expect(signingIn.mock.calls).toEqual([['ana@aforo.test', STRONG]])
  },
}
export const LinkUnchecked: Story = { render: () => <ChangePage {...change} owner={refuse('')} /> }
export const AnotherAccount: Story = {
  render: () => <SwitchAccount {...frame} current="ana@aforo.test" next="eva@aforo.test" answer={() => undefined} />,
}

const gate = (one: Gate, more: Partial<GateDialogProps> = {}): Story => ({
  render: () => (
    <GateDialog
      gate={one}
      username="ana@aforo.test"
      termsIn={(language) => Promise.resolve(translator(language))}
      acceptTerms={() => Promise.resolve()}
      sendLink={() => Promise.resolve()}
      readMessage={() => undefined}
      logOut={() => undefined}
      {...more}
    />
  ),
})
export const TermsGate: Story = {
  ...gate({ kind: 'terms' }),
  play: async () => {
    const dialog = await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await expect(dialog).toBeInTheDocument()
    for (let i = 0; i < 8; i++) {
      await userEvent.tab()
      await expect(dialog.contains(document.activeElement)).toBe(true)
    }
  },
}
export const ExpiredGate: Story = {
  ...gate({ kind: 'expired' }),
  play: async () => {
    const dialog = await screen.findByRole('alertdialog', { name: 'Contraseña caducada.' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar correo para cambiarla' }))
    await within(dialog).findByText('Correo enviado. Revisa tu bandeja de entrada.')
    await waitFor(() => expect(within(dialog).getAllByRole('button').at(-1)).toHaveFocus())
  },
}
export const ExpiredGateWithoutMail: Story = {
  ...gate({ kind: 'expired' }, { mailLeaves: false }),
  play: async () => {
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Contraseña caducada.' }))
    await waitFor(() => expect(dialog.getByText(NO_MAIL)).toBeVisible())
    await expect(dialog.queryByText(/te enviaremos/i)).toBeNull()
    await expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cerrar sesión'])
  },
}
export const MessageGate: Story = {
  ...gate({
    kind: 'message',
    text: 'El lunes hay inventario en todas las tiendas.\nLas cifras de ese día serán parciales.',
    lastLogin: new Date(2026, 10, 19, 8, 5, 9).getTime(),
  }),
  play: async () => {
    await waitFor(() => expect(screen.getByText(/^Último acceso: 19\/11\/2026 08:05:09/)).toBeVisible())
  },
}

const back = fn()
export const Terms: Story = {
  render: () => <LegalPage of="terms" back={back} />,
  beforeEach: () => {
    back.mockClear()
  },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Volver' }))
    await expect(back).toHaveBeenCalledOnce()
  },
}
export const Privacy: Story = {
  render: () => <LegalPage of="privacy" back={back} />,
  beforeEach: () => {
    back.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    await expect(page.getByRole('heading', { level: 1 })).toHaveTextContent('Política de privacidad')
    await userEvent.click(page.getByRole('button', { name: 'Volver' }))
    await expect(back).toHaveBeenCalledOnce()
  },
}
export const Cookies: Story = {
  render: () => <CookiesPage back={back} />,
  beforeEach: () => {
    back.mockClear()
  },
  play: async ({ canvasElement }) => {
    const page = within(canvasElement)
    for (const name of ['Google Analytics', 'Chrome', 'Firefox', 'Safari', 'Edge'])
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', expect.stringMatching(/^https:/))
    await userEvent.click(page.getByRole('button', { name: 'Volver' }))
    await expect(back).toHaveBeenCalledOnce()
  },
}
export const VideoUnknown: Story = {
  render: () => <VideoPage id="nope" path="/video" withControls={false} />,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No tenemos este vídeo')
    await expect(canvasElement.querySelector('video')).toBeNull()
    await expect(within(canvasElement).getByRole('link')).toHaveAttribute('href', '/video?id=day-in-bars')
  },
}
export const VideoPlaysAgainAndAgain: Story = {
  render: () => <VideoPage id={null} path="/video" withControls={false} />,
  play: async ({ canvasElement }) => {
    // From edge to edge: no room is kept for a scrollbar.
    await expect(getComputedStyle(document.documentElement).scrollbarGutter).toBe('auto')
    const player = canvasElement.querySelector('video')
    await expect([player?.autoplay, player?.loop, player?.muted, player?.controls]).toEqual([true, true, true, false])
  },
}
