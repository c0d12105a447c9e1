// Every picture by name. One file of rows per city; categories and posts have their own.
import { dubai } from './scenes/dubai.mjs';
import { abuDhabi } from './scenes/abu-dhabi.mjs';
import { muscat } from './scenes/muscat.mjs';
import { doha } from './scenes/doha.mjs';

export const scenes = { ...dubai, ...abuDhabi, ...muscat, ...doha };
