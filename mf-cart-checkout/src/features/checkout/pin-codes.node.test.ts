import { findPinPlace, isInOtherState } from './pin-codes';

it.each([
  ['110001', 'New Delhi', 'Delhi'],
  ['122001', 'Gurugram', 'Haryana'],
  ['141001', 'Ludhiana', 'Punjab'],
  ['160017', 'Chandigarh', 'Chandigarh'],
  ['171001', 'Shimla', 'Himachal Pradesh'],
  ['190001', 'Srinagar', 'Jammu and Kashmir'],
  ['194101', 'Leh', 'Ladakh'],
  ['201301', 'Noida', 'Uttar Pradesh'],
  ['226001', 'Lucknow', 'Uttar Pradesh'],
  ['248001', 'Dehradun', 'Uttarakhand'],
  ['247667', 'Roorkee', 'Uttarakhand'],
  ['302001', 'Jaipur', 'Rajasthan'],
  ['380001', 'Ahmedabad', 'Gujarat'],
  ['382010', 'Gandhinagar', 'Gujarat'],
  ['396230', '', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['400001', 'Mumbai', 'Maharashtra'],
  ['400703', 'Navi Mumbai', 'Maharashtra'],
  ['411001', 'Pune', 'Maharashtra'],
  ['403001', 'Panaji', 'Goa'],
  ['403601', '', 'Goa'],
  ['462001', 'Bhopal', 'Madhya Pradesh'],
  ['492001', 'Raipur', 'Chhattisgarh'],
  ['500001', 'Hyderabad', 'Telangana'],
  ['530001', 'Visakhapatnam', 'Andhra Pradesh'],
  ['560001', 'Bengaluru', 'Karnataka'],
  ['600001', 'Chennai', 'Tamil Nadu'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['682001', 'Kochi', 'Kerala'],
  ['682555', '', 'Lakshadweep'],
  ['700001', 'Kolkata', 'West Bengal'],
  ['737101', 'Gangtok', 'Sikkim'],
  ['744101', 'Port Blair', 'Andaman and Nicobar Islands'],
  ['751001', 'Bhubaneswar', 'Odisha'],
  ['781001', 'Guwahati', 'Assam'],
  ['791111', 'Itanagar', 'Arunachal Pradesh'],
  ['793001', 'Shillong', 'Meghalaya'],
  ['795001', 'Imphal', 'Manipur'],
  ['796001', 'Aizawl', 'Mizoram'],
  ['797001', 'Kohima', 'Nagaland'],
  ['797112', 'Dimapur', 'Nagaland'],
  ['799001', 'Agartala', 'Tripura'],
  ['800001', 'Patna', 'Bihar'],
  ['834001', 'Ranchi', 'Jharkhand'],
  ['900056', '', ''],
])('places the PIN code %s in %p, %s', (pin, city, state) => {
  expect(findPinPlace(pin)).toEqual({ city, state });
});

it.each(['000001', '290001', '540001', '660001', '880001'])('knows no place for the code %s', (pin) => {
  expect(findPinPlace(pin)).toBeUndefined();
});

it.each([
  ['411001', 'Karnataka', true],
  ['411001', 'maharashtra ', false],
  ['190001', 'Jammu & Kashmir', false],
  ['751001', 'Orissa', false],
  ['110001', 'New Delhi', false],
  ['411001', 'MH', false],
  ['411001', '', false],
  ['160055', 'Punjab', false],
  ['263601', 'Uttarakhand', false],
  ['362520', 'Dadra & Nagar Haveli and Daman & Diu', false],
  ['900056', 'Assam', false],
])('tells whether %s contradicts the state %p: %p', (pin, state, isContradiction) => {
  expect(isInOtherState(pin, state)).toBe(isContradiction);
});
