// Starts the film's dialog before hydration: the page names this script in `data-runs`.
import { startFilm } from './start-film.ts'

const film = document.querySelector<HTMLElement>('[data-film]')
if (film) startFilm(film)
