# A repository with 250 records, of which every tenth is deleted, for the provider of Catmandu (Dancer::Plugin::Catmandu::OAI). The provider does all of
# OAI-PMH. What it needs is a store that understands its queries, which this file has.
package Catmandu::Store::Numbered;
use Catmandu::Sane;
use Moo;
with 'Catmandu::Store';
$INC{'Catmandu/Store/Numbered.pm'} = __FILE__;

package Catmandu::Store::Numbered::Bag;
use Catmandu::Sane;
use Catmandu::Hits;
use Moo;
with 'Catmandu::Bag', 'Catmandu::CQLSearchable';
$INC{'Catmandu/Store/Numbered/Bag.pm'} = __FILE__;

my @records = map {
    {_id => $_, title => "Work number $_ of the series", creator => 'Roe, Jane', year => 2000 + $_ % 10, set => $_ % 2 ? 'odd' : 'even', gone => $_ % 10 == 0,
     updated => sprintf('2020-%02d-01T00:00:00Z', 1 + $_ % 12)}
} 1 .. 250;

sub generator {
    my @all = @records;
    sub { shift @all }
}
sub get          { my ($self, $id) = @_; $records[$id - 1] }
sub add          { die }
sub delete       { die }
sub delete_all   { die }
sub drop         { die }
sub commit       { }
sub delete_by_query     { die }
sub searcher            { die }
sub translate_sru_sortkeys { undef }
sub translate_cql_query    { $_[1] }
sub normalize_query        { $_[1] }

# search understands: set = "x", updated >= "x", updated <= "x".
sub search {
    my ($self, %args) = @_;
    my @found = @records;
    my $query = $args{query} // $args{cql_query};
    while ($query =~ /\((\w+) (=|>=|<=) "([^"]*)"\)/g) {
        my ($field, $is, $value) = ($1, $2, $3);
        @found = grep { $is eq '=' ? $_->{$field} eq $value : $is eq '>=' ? $_->{$field} ge $value : $_->{$field} le $value } @found;
    }
    my $start = $args{start} // 0;
    my $end = $start + $args{limit} - 1;
    $end = $#found if $end > $#found;
    Catmandu::Hits->new(start => $start, limit => $args{limit}, total => scalar(@found), hits => [map { {%$_} } @found[$start .. $end]]);
}

package main;
use Dancer;
use Catmandu;
use Dancer::Plugin::Catmandu::OAI;

set server => '127.0.0.1', port => $ENV{PORT}, startup_info => 0, logger => 'console', log => 'error';
Catmandu->config->{store}{default} = {package => 'Catmandu::Store::Numbered'};

my $template = <<'XML';
<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>[% title %]</dc:title><dc:creator>[% creator %]</dc:creator><dc:date>[% year %]</dc:date><dc:identifier>http://papers.example/[% _id %].pdf</dc:identifier>
</oai_dc:dc>
XML

oai_provider '/oai',
    store => 'default', bag => 'data', datestamp_field => 'updated', repositoryName => 'Numbers', repositoryIdentifier => 'numbers.example', limit => 40,
    deletedRecord => 'persistent', deleted => sub { $_[0]{gone} }, set_specs_for => sub { [$_[0]{set}] },
    sets => [map { {setSpec => $_, setName => $_, cql => qq(set = "$_")} } qw(odd even)],
    metadata_formats => [{metadataPrefix => 'oai_dc', schema => 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd', metadataNamespace => 'http://www.openarchives.org/OAI/2.0/oai_dc/', template => \$template}];

dance;
