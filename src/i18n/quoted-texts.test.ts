/**
 * Sentences quoted by the specification, at the keys that pages use. Capitals of buttons are the style's
 * own affair.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Texts = { readonly [key: string]: string | Texts }

/** The text of `namespace:key`, whether its file is flat or nested; undefined when it is not there. */
function textOf(id: string, language: string): string | undefined {
  const [namespace = '', key = ''] = id.split(':')
  const file = JSON.parse(
    readFileSync(join(import.meta.dirname, 'locales', namespace, `${language}.json`), 'utf8'),
  ) as Texts
  const found =
    file[key] ??
    key
      .split('.')
      .reduce<string | Texts | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), file)
  return typeof found === 'string' ? found : undefined
}

test('a text that is not there is found to be missing', () =>
  expect([textOf('session:nothing', 'en'), textOf('ui:confirm', 'en')]).toEqual([undefined, undefined]))

describe('quotes of sign-in', () => {
  test.each([
    ['session:login.noDashboards', 'You have no dashboards. Please contact your administrator.'],
    ['session:login.failed', 'Login failed: {{reason}}'],
    ['session:login.typeFailed', 'Error checking account login type. Please try again later.'],
    ['session:code.wrong', 'Incorrect One-Time-Password. Please double-check.'],
    ['session:code.sendFailed', 'Error generating One-Time-Password. Please try again later.'],
    ['session:login.passwordMissing', 'Please enter the password'],
  ])('%s is as quoted', (id, quoted) => expect(textOf(id, 'en')).toBe(quoted))
})

describe('quotes of a lost and a new password', () => {
  test.each([
    ['session:recover.sent', 'Email sent. Please check your inbox.'],
    ['session:recover.refused', 'An error ocurred. Please check your email.'],
    ['session:recover.failed', 'Error when sending email'],
    ['session:goLogin', 'Go to login'],
    ['session:change.newMissing', 'Please enter the new password'],
    ['session:change.mismatch', 'Passwords do not match'],
    ['session:change.same', 'The new password cannot equal the old one'],
    [
      'session:change.responsibility',
      'I accept being responsible for keeping my password safe and for notifying the provider if it is compromised.',
    ],
    ['session:change.done', 'Password changed, logging you in...'],
    ['session:change.failed', 'An error ocurred. Please check your email or ask for another link.'],
    [
      'session:change.invalid',
      'The token is no longer valid or it has not been found, redirecting you to the Recover Password page',
    ],
    ['session:gate.expired.title', 'Password expired.'],
  ])('%s of the password pages is as quoted', (id, quoted) => expect(textOf(id, 'en')).toBe(quoted))

  test('an expired password must be changed', () =>
    expect(textOf('session:gate.expired.text', 'en')).toMatch(/^It must be changed/))
})

describe('quotes of fields, dialogs and failures', () => {
  test.each([
    ['en', 'ui:field.mandatory', 'Field is mandatory'],
    ['en', 'ui:field.tooShort', 'At least {{count}} characters are needed'],
    ['en', 'ui:field.taken', 'This name already exists'],
    ['en', 'ui:field.invalid', 'The field {{field}} is invalid'],
    ['en', 'ui:select.none', 'No elements found'],
    ['es', 'ui:confirm.title', 'Estás seguro?'],
    ['es', 'ui:confirm.cancel', 'Cancelar'],
    ['es', 'ui:confirm.continue', 'Continuar'],
    ['es', 'ui:confirm.cancelled', 'Cancelado'],
    ['es', 'ui:confirm.unchanged', 'Todo sigue igual'],
    ['es', 'ui:confirm.deleted', 'Eliminado!'],
    ['es', 'ui:confirm.failed', 'Algo ha ido mal'],
    ['en', 'ui:email.sent', 'Successfuly sent the email!'],
    ['en', 'ui:email.failed', 'There has been an error while sending the email'],
    ['es', 'ui:email.sent', 'Email enviado con éxito!'],
    ['es', 'ui:email.failed', 'Ocurrió un error al enviar el email'],
    ['en', 'ui:query.generic', 'An error happened'],
    ['es', 'ui:query.generic', 'Ha ocurrido un error'],
    ['es', 'ui:query.failed', 'Error al cargar los datos'],
    ['en', 'ui:query.failed', 'Error when loading data'],
    ['es', 'app:error.generic', 'Error en la petición'],
    ['es', 'app:frame.exported', 'Descargado con éxito!'],
    ['en', 'app:error.chunk', 'A new version is available, please press CTRL + F5'],
    ['en', 'app:frame.empty.noRows', 'No data for the filter'],
    ['en', 'ui:preferences.autoFilter', 'Auto filter results?'],
  ])('in %s %s is as quoted', (language, id, quoted) => expect(textOf(id, language)).toBe(quoted))

  describe('quotes of downloads and campaigns', () => {
    test.each([
      ['en', 'downloads:range.tooLong', 'should choose {{n}} days interval'],
      ['es', 'campaigns:saved', 'Cambios guardados'],
      ['es', 'campaigns:removed', 'Eliminado correctamente'],
      ['es', 'campaigns:removeFailed', 'No se ha podido borrar'],
      ['es', 'downloads:saved', 'Descargado con éxito!'],
    ])('in %s %s is as quoted', (language, id, quoted) => expect(textOf(id, language)).toBe(quoted))

    test('the stages of a download have the names of the specification', () => {
      expect(
        ['ready', 'downloading', 'loading', 'parsing', 'sorting'].map((stage) =>
          textOf(`downloads:stage.${stage}`, 'en')?.toLowerCase(),
        ),
      ).toEqual(['ready', 'downloading', 'loading', 'parsing', 'sorting'])
    })
  })

  test('data that may still change say that the final result may vary', () =>
    expect(textOf('ui:stateHint.settling', 'en')).toMatch(/final result may vary/))
})

describe('quotes of uploads and alerts', () => {
  test.each([
    ['en', 'uploads:imported', 'Imported successfuly'],
    ['es', 'uploads:done.title', 'Éxito'],
    ['en', 'uploads:done.text', 'File processed.'],
    ['en', 'uploads:unchanged.offersOrders', 'No Offers and Orders added/modified'],
    ['en', 'uploads:fieldInvalid', '{{field}} field is invalid'],
    ['es', 'uploads:nothingFound', 'No se han encontrado datos de locales existentes'],
    ['es', 'alerts:locals.updated', 'Local actualizado correctamente'],
    ['es', 'alerts:locals.failed', 'Algo ha ido mal'],
  ])('in %s %s is as quoted', (language, id, quoted) => expect(textOf(id, language)).toBe(quoted))
})

test('the schedule manager has the words of the specification', () => {
  expect(
    [
      'pending.before',
      'letters',
      ...['noLocals', 'localsDiffer', 'localWithout', 'positionsDiffer', 'positionWithout', 'noPositions'].map(
        (one) => `status.${one}`,
      ),
    ].map((key) => textOf(`schedule:${key}`, 'es')),
  ).toEqual([
    'Guarda o descarta los cambios antes',
    'L M X J V S D',
    'No tiene locales',
    'Sus locales tienen diferentes horarios',
    'Este local no tiene horario',
    'Sus posiciones tienen diferentes horarios',
    'Esta posición no tiene horario',
    'No tiene posiciones',
  ])
})

test('the menu has the labels of the specification', () => {
  const labels = ['screens', 'campaigns', 'alerts', 'downloads', 'uploads', 'zonesOccupancy'].map((id) =>
    textOf(`home:screen.${id}`, 'en'),
  )
  expect([textOf('home:section.realTime', 'en'), ...labels, textOf('home:menu.preferences', 'en')]).toEqual([
    'Real time',
    'Screens',
    'Campaign manager',
    'Alerts',
    'Downloads',
    'Uploads',
    'Zone occupancy',
    'Preferences',
  ])
})

test('the privacy page says that data go to the AI only once that is enabled', () => {
  expect(textOf('legal:privacy.ai.text', 'en')).toMatch(/not shared with (the )?AI by default.*shared/)
  expect(textOf('legal:privacy.ai.text', 'es')).toMatch(/no se comparten con la IA por defecto.*se comparten/)
})
