import { clientNetwork } from '@shop/rate-limit/client-network';

/** Prefix of an IPv6 address that names one site (RFC 6177). All addresses of a site count as one network. */
const siteNetworkBits = 48;

/** Finds the network of a visitor's site, which limits and figures count as one visitor. */
export const getSiteNetwork = (address: string): string => clientNetwork(address, siteNetworkBits);
