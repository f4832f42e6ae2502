//go:build yardstick

package weburl

import "sluice/weburl/internal/standard"

// HostASCII returns the host of a URL as the full parser reads it.
func HostASCII(host string) (string, error) {
	full, err := standard.Parse("http://"+host+"/", nil)
	if err != nil {
		return "", err
	}
	return full.Hostname(), nil
}
