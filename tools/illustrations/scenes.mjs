// Every picture by name. One file of rows per city; categories and posts have their own.
import { dubai } from './scenes/dubai.mjs';
import { abuDhabi } from './scenes/abu-dhabi.mjs';
import { muscat } from './scenes/muscat.mjs';
import { nizwa } from './scenes/nizwa.mjs';
import { alula, petra } from './scenes/alula-petra.mjs';
import { doha } from './scenes/doha.mjs';
import { cairo, luxor } from './scenes/egypt.mjs';
import { marrakech } from './scenes/marrakech.mjs';
import { istanbul } from './scenes/istanbul.mjs';
import { categories } from './scenes/categories.mjs';
import { blog } from './scenes/blog.mjs';

export const scenes = { ...dubai, ...abuDhabi, ...muscat, ...nizwa, ...alula, ...doha, ...petra, ...cairo, ...luxor, ...marrakech, ...istanbul, ...categories, ...blog };
