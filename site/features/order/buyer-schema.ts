import * as v from 'valibot'
import { phoneSchema } from '../phone/phone-schema'
import { emailAddress, personName } from '../forms/rules'

/** The buyer, as the form has it. Messages are the API's field codes. */
export const buyerSchema = v.intersectAsync([
  v.object({ firstName: personName, lastName: personName, email: emailAddress }),
  phoneSchema(40),
])
