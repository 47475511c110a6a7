import type { Meta, StoryObj } from '@storybook/react-vite'
import { AREA_ICONS } from '#ui/icons/areas.tsx'
import { ChartBarIcon } from '#ui/icons/index.tsx'
import { MemoryRouter } from 'react-router'
import { expect, fn, userEvent, within } from 'storybook/test'
import { HomePage } from './home-page.tsx'

const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  corporate: ['corporate', 'chatbot', 'corporateReports', 'occupancyDownloads'], realTime: ['screens', 'apps', 'occupancy', 'zonesOccupancy'],
  automotive: ['automotive', 'automotiveDownloads'], retail: ['bigVenues', 'compare', 'downloads', 'campaigns'], management: ['admin', 'status', 'alerts', 'uploads'], others: ['transport'],
}
const sectionsOf = (wanted: Readonly<Record<string, readonly string[]>>) => Object.entries(wanted).map(([id, cards]) => ({
  id, title: `home:section.${id}`,
  cards: cards.map((card) => ({ id: card, title: `home:screen.${card}`, text: `home:text.${card}`, icon: AREA_ICONS[card] ?? ChartBarIcon, to: `/users/${card}` })),
}))

const meta = {
  title: 'Pages/Home', component: HomePage,
  args: { username: 'analyst@aforo.test', sections: sectionsOf(SECTIONS), onAgain: fn(() => Promise.resolve()), onLogout: fn() },
  decorators: [(Story) => <MemoryRouter><Story /></MemoryRouter>],
} satisfies Meta<typeof HomePage>
export default meta
type Story = StoryObj<typeof meta>

export const Everything: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('region')).toHaveLength(6)
    const cards = canvas.getAllByRole('link')
    await expect(cards).toHaveLength(19)
    await expect(cards.filter((card) => card.querySelector('svg') === null || (card.querySelector('strong')?.textContent ?? '') === '')).toEqual([])
  },
}

export const OneCard: Story = { args: { sections: sectionsOf({ retail: ['compare'] }) } }

export const LongName: Story = { args: { username: 'maria-fernanda.de-los-angeles.villanueva-echeverria@aforo.test', sections: sectionsOf({ retail: ['compare', 'downloads'], management: ['status'] }) } }

export const Nothing: Story = {
  args: { username: 'nobody@aforo.test', sections: [] },
  play: async ({ canvasElement, args }) => {
    const [again] = within(canvasElement).getAllByRole('button')
    await userEvent.click(again as HTMLElement)
    await expect(args.onAgain).toHaveBeenCalledOnce()
  },
}
