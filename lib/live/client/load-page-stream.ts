/**
 * The code of a page's stream, which its topics and its map share: imported in one place, it is
 * loaded once.
 */
export const loadPageStream = () => import('./page-stream')
