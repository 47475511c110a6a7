/** Hosts to which dashboards may link, as this server names them in the page (`LINK_HOSTS`). */
const [named] = document.querySelectorAll<HTMLMetaElement>('meta[name="link-hosts"]')

export const linkHosts: readonly string[] = named?.content.split(' ').filter(Boolean) ?? []
