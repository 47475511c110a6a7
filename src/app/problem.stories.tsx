import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ApiError } from '../api/index.ts'
import { Problem } from './problem.tsx'

/** A page whose start fails with this. */
function Failing({ cause }: { cause: Error }) {
  const router = createMemoryRouter([
    {
      path: '/',
      errorElement: <Problem />,
      HydrateFallback: () => null,
      loader: () => {
        throw cause
      },
    },
  ])
  return <RouterProvider router={router} />
}

const meta = {
  title: 'App/Problem',
  component: Failing,
  parameters: { layout: 'fullscreen', docs: { disable: true } },
} satisfies Meta<typeof Failing>
export default meta
type Story = StoryObj<typeof meta>

const says =
  (text: string, code: string): Story['play'] =>
  async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('alert'))
    await expect(card.getByRole('heading', { level: 1, name: 'Algo ha ido mal' })).toBeVisible()
    await expect(card.getByText(text)).toBeVisible()
    await expect(card.getByRole('button', { name: `Copiar el código ${code}` })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expect(card.getByRole('link', { name: 'Volver al inicio' })).toBeVisible()
  }

/** An error of the server keeps its code. */
export const Refused: Story = {
  args: { cause: new ApiError(503, 'STORE_UNAVAILABLE', 'Los datos no están disponibles.') },
  play: says('Los datos no están disponibles.', 'STORE_UNAVAILABLE'),
}

/** A page that fails without a code gets a code to quote to support. */
export const Crashed: Story = {
  args: { cause: new TypeError('x is not a function') },
  play: says('La página no se ha podido mostrar. Vuelve a cargarla; si se repite, envíanos el código.', 'PAGE_CRASHED'),
}
