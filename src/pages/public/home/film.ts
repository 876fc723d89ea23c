// Starts the film's dialog before React does; loaded by the pages that have one.
import { startFilm } from './start-film.ts'

const film = document.querySelector<HTMLElement>('[data-film]')
if (film) startFilm(film)
